-- When the owner of a server was last told that files are not kept.
alter table guild_storage add column refusal_told_at timestamptz;
