-- By which it is told whether an answer of Discord is newer than what the gateway reported.
alter table guilds
  add column channels_changed_at timestamptz not null default now(),
  -- When Discord was last asked for all channels.
  add column channels_asked_at timestamptz;

-- Things that somebody may do only once in a while, over all processes.
create table cooldowns (
  subject_id bigint not null,
  name text not null,
  ends_at timestamptz not null,
  primary key (subject_id, name)
);
