-- A server's log keeps the old and new values of its newest long changes alone; of the others it says that they are gone.
alter table audit_entries add column is_data_removed boolean not null default false;
create index audit_entries_long on audit_entries (guild_id, user_id, entry_id) include (bytes) where bytes > 1000;
