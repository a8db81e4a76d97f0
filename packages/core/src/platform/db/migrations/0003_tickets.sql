create table panels (
  panel_id integer generated always as identity primary key,
  guild_id bigint not null references guilds on delete cascade,
  -- What Discord sends back when the button is pressed.
  custom_id text not null unique check (char_length(custom_id) = 30),
  title text not null check (char_length(title) between 1 and 80),
  content text not null check (char_length(content) between 1 and 4096),
  colour integer not null check (colour between 0 and 16777215),
  channel_id bigint not null,
  -- Null until the message is posted.
  message_id bigint,
  category_id bigint,
  emoji_name text,
  emoji_id bigint,
  button_style smallint not null default 1 check (button_style between 1 and 4),
  button_label text not null check (char_length(button_label) <= 80),
  default_team boolean not null default true,
  disabled boolean not null default false,
  force_disabled boolean not null default false,
  created_at timestamptz not null default now()
);
create index panels_guild on panels (guild_id, panel_id);

alter table guild_settings
  add foreign key (context_menu_panel) references panels on delete set null;

create table panel_teams (
  panel_id integer not null references panels on delete cascade,
  team_id integer not null references support_teams on delete cascade,
  primary key (panel_id, team_id)
);

-- A ticket moves opening -> open -> closing -> closed, and only by UPDATE ... WHERE status = ....
-- What a step did in Discord is written here before the next step, so that a restart finishes or undoes it.
create table tickets (
  guild_id bigint not null references guilds on delete cascade,
  ticket_id integer not null,
  status text not null check (status in ('opening', 'open', 'closing', 'closed')),
  panel_id integer references panels on delete set null,
  opener_id bigint not null,
  source text not null check (source in ('panel', 'command', 'context_menu')),
  -- The interaction that asked for it: a second delivery of the same one changes nothing.
  interaction_id bigint not null,
  subject text not null,
  is_thread boolean not null default false,
  -- Where its channel is made: the category, or the channel of a thread.
  parent_id bigint,
  channel_id bigint,
  -- The name that the bot gave last; a different one was given by hand and is kept.
  channel_name text not null,
  -- The message that a context-menu ticket was started from.
  origin jsonb,
  welcome_message_id bigint,
  join_channel_id bigint,
  join_message_id bigint,
  webhook_id bigint,
  webhook_token bytea,
  claimed_by bigint,
  claimed_at timestamptz,
  opened_at timestamptz not null default now(),
  first_response_at timestamptz,
  last_message_id bigint,
  last_message_at timestamptz,
  last_message_by bigint,
  last_message_is_staff boolean,
  message_count integer not null default 0,
  last_seq integer not null default 0,
  renamed_at timestamptz[] not null default '{}',
  auto_close_excluded boolean not null default false,
  closed_at timestamptz,
  closed_by bigint,
  close_reason text check (char_length(close_reason) <= 1024),
  close_source text check (close_source in ('discord', 'dashboard', 'auto_close', 'user_left', 'channel_deleted', 'thread_archived', 'undone')),
  has_transcript boolean not null default false,
  channel_removed_at timestamptz,
  archive_channel_id bigint,
  archive_message_id bigint,
  dm_channel_id bigint,
  dm_message_id bigint,
  -- Null until the direct message was tried.
  dm_result text check (dm_result in ('sent', 'blocked', 'skipped')),
  rating smallint check (rating between 1 and 5),
  rated_at timestamptz,
  primary key (guild_id, ticket_id),
  check (status <> 'open' or channel_id is not null)
) partition by hash (guild_id);

-- Two presses make one ticket: while one of a member and panel is being opened there is no second.
create unique index tickets_one_opening on tickets (guild_id, opener_id, panel_id) nulls not distinct
  where status = 'opening';
create unique index tickets_interaction on tickets (guild_id, interaction_id);
create unique index tickets_channel on tickets (guild_id, channel_id);
create index tickets_opener on tickets (guild_id, opener_id, ticket_id desc);
create index tickets_live on tickets (guild_id, ticket_id desc) where status <> 'closed';
create index tickets_opened_at on tickets (guild_id, opened_at);

-- Messages as they happened. seq rises within a ticket with every insert, edit and deletion.
create table ticket_messages (
  guild_id bigint not null,
  ticket_id integer not null,
  message_id bigint not null,
  seq integer not null,
  type smallint not null default 0,
  author_id bigint not null,
  -- Name and picture that a webhook spoke under.
  author_name text,
  author_avatar text,
  author_bot boolean not null default false,
  -- The member of staff who wrote it in the dashboard.
  sent_by bigint,
  content text not null default '',
  embeds jsonb not null default '[]',
  components jsonb not null default '[]',
  reply_to bigint,
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  primary key (guild_id, ticket_id, message_id),
  foreign key (guild_id, ticket_id) references tickets on delete cascade
) partition by hash (guild_id);
create index ticket_messages_seq on ticket_messages (guild_id, ticket_id, seq);

-- What a message said before it was edited.
create table ticket_message_versions (
  guild_id bigint not null,
  ticket_id integer not null,
  message_id bigint not null,
  replaced_at timestamptz not null,
  content text not null,
  embeds jsonb not null default '[]',
  primary key (guild_id, ticket_id, message_id, replaced_at),
  foreign key (guild_id, ticket_id, message_id) references ticket_messages on delete cascade
) partition by hash (guild_id);

-- Files by what they contain; one copy however often it was sent.
create table stored_files (
  sha256 bytea primary key check (octet_length(sha256) = 32),
  size bigint not null,
  content_type text,
  created_at timestamptz not null default now()
);

create table ticket_attachments (
  guild_id bigint not null,
  ticket_id integer not null,
  message_id bigint not null,
  attachment_id bigint not null,
  filename text not null,
  size integer not null,
  content_type text,
  -- Discord's link; it expires.
  url text not null,
  -- Our copy; null until it is made.
  sha256 bytea references stored_files,
  state text not null default 'pending' check (state in ('pending', 'stored', 'too_large', 'over_quota', 'gone')),
  primary key (guild_id, ticket_id, message_id, attachment_id),
  foreign key (guild_id, ticket_id, message_id) references ticket_messages on delete cascade
) partition by hash (guild_id);
create index ticket_attachments_file on ticket_attachments (guild_id, sha256);

-- People and roles that /add let in, beside the opener and the staff.
create table ticket_members (
  guild_id bigint not null,
  ticket_id integer not null,
  member_id bigint not null,
  kind text not null check (kind in ('user', 'role')),
  primary key (guild_id, ticket_id, member_id),
  foreign key (guild_id, ticket_id) references tickets on delete cascade
);

create table ticket_participants (
  guild_id bigint not null,
  ticket_id integer not null,
  user_id bigint not null,
  primary key (guild_id, ticket_id, user_id),
  foreign key (guild_id, ticket_id) references tickets on delete cascade
);

-- Replies from the dashboard by the key that their sender chose: the same key never sends twice.
create table ticket_replies (
  guild_id bigint not null,
  ticket_id integer not null,
  idempotency_key text not null,
  user_id bigint not null,
  content text not null,
  message_id bigint,
  created_at timestamptz not null default now(),
  primary key (guild_id, ticket_id, idempotency_key),
  foreign key (guild_id, ticket_id) references tickets on delete cascade
);

do $$
declare
  big record;
begin
  for big in select * from (values ('tickets', 8), ('ticket_messages', 8), ('ticket_message_versions', 8), ('ticket_attachments', 8)) as t(name, parts) loop
    for i in 0 .. big.parts - 1 loop
      execute format('create table %I partition of %I for values with (modulus %s, remainder %s)',
        big.name || '_p' || i, big.name, big.parts, i);
    end loop;
  end loop;
end $$;
