-- The SHA-256 of a finished file, so that a damaged one is not given out. Null where the file was made before this was kept.
alter table data_requests add column file_sha256 text;
alter table transcript_downloads add column file_sha256 text;
alter table server_exports add column file_sha256 text;
