-- The message that warns that a ticket closes by itself, until it was followed, or overtaken and taken back.
alter table tickets add column auto_close_warning_id bigint;
create index tickets_auto_close_warning on tickets (guild_id) where auto_close_warning_id is not null;
