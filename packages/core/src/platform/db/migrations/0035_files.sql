-- Where a file's bytes are. A name is given once, so that bytes can be removed after the rows that named them, however slow
-- the storage is, without those of a newer file with the same contents.
alter table stored_files add column storage_key text;
update stored_files set storage_key = encode(sha256, 'hex');
alter table stored_files alter column storage_key set not null;
alter table stored_files add constraint stored_files_storage_key unique (storage_key);

-- Bytes that no row names any more, or that are being uploaded and not named yet.
create table files_to_remove (
  storage_key text primary key,
  due_at timestamptz not null
);
create index files_to_remove_due on files_to_remove (due_at);
