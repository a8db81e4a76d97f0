-- Who leaves a server is off its staff, also when no bot of ours heard of it: an entry that names a person counts for the
-- membership in which it was given. Entries of before this version count as given now, so nobody loses their place by it.
alter table permissions add column added_at timestamptz not null default clock_timestamp();
alter table support_team_users add column added_at timestamptz not null default clock_timestamp();
-- When Discord says that they joined; null where it has not been heard yet, and for guests of a voice channel.
alter table guild_members add column joined_at timestamptz;
