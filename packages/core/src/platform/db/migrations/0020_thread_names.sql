-- The name that a ticket's thread has in Discord, as far as it was heard. Channels have theirs in guild_channels.
alter table tickets add column thread_name text;
