-- What is to be imported waits for its turn, whatever is sent after it. Of what nobody has sent yet there is one of a type.
drop index import_uploads_pending;
create unique index import_uploads_awaited on import_uploads (guild_id, file_type, origin) where state = 'awaited';
create index import_uploads_waiting on import_uploads (guild_id) where state in ('checking', 'checked');
-- As its sender calls it.
alter table import_uploads add column file_name text;
