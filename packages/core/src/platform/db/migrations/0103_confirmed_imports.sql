-- Who imports an archive, or had it checked again, where that may be another administrator than the one who sent it.
alter table import_uploads add column confirmed_by bigint;
