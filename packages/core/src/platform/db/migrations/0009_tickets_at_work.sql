-- Canned replies.
create table tags (
  guild_id bigint not null references guilds on delete cascade,
  tag_id text not null check (char_length(tag_id) between 1 and 16 and tag_id = lower(tag_id)),
  content text check (char_length(content) between 1 and 2000),
  embed jsonb,
  -- Wanted as a command of its own. Part of premium.
  use_guild_command boolean not null default false,
  -- The command in Discord; null while there is none.
  command_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (guild_id, tag_id),
  check (content is not null or embed is not null)
);
-- Commands in Discord that no tag wants any more: deleted after the change is committed.
create table discarded_commands (
  guild_id bigint not null references guilds on delete cascade,
  command_id bigint not null primary key,
  discarded_at timestamptz not null default now()
);

-- One at a time for a ticket; a newer one replaces it.
create table close_requests (
  guild_id bigint not null,
  ticket_id integer not null,
  requester_id bigint not null,
  reason text check (char_length(reason) <= 255),
  -- When the ticket closes by itself; null waits for an answer.
  close_at timestamptz,
  message_id bigint,
  created_at timestamptz not null default now(),
  primary key (guild_id, ticket_id),
  foreign key (guild_id, ticket_id) references tickets on delete cascade
);
create index close_requests_due on close_requests (close_at) where close_at is not null;

-- Staff who want to be called into thread tickets, and the roles that call them. No team is the default team.
create table on_call (
  guild_id bigint not null references guilds on delete cascade,
  user_id bigint not null,
  primary key (guild_id, user_id)
);
create table on_call_roles (
  guild_id bigint not null references guilds on delete cascade,
  team_id integer references support_teams on delete cascade,
  role_id bigint not null,
  unique nulls not distinct (guild_id, team_id)
);

alter table tickets
  -- The private thread in which staff talk about the ticket.
  add column notes_thread_id bigint,
  -- When its opener was warned that it closes by itself. Counts until somebody writes, or keeps it open.
  add column auto_close_warned_at timestamptz,
  -- When somebody last kept it open without writing: its time runs from there.
  add column auto_close_kept_at timestamptz,
  add column reopened_at timestamptz,
  -- The ticket that this one goes on from, where a channel was opened anew.
  add column continues integer;

-- Whom a member of staff has answered.
create index ticket_participants_user on ticket_participants (guild_id, user_id, ticket_id);

-- The newest entries are listed first.
alter table blacklisted_users add column created_at timestamptz not null default clock_timestamp();
alter table blacklisted_roles add column created_at timestamptz not null default clock_timestamp();
