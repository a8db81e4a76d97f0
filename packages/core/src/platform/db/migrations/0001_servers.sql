-- What we know of Discord's servers. The gateway keeps it; dashboard and API read it here and never ask the bot's memory.
create table guilds (
  guild_id bigint primary key,
  name text not null,
  icon text,
  owner_id bigint not null,
  preferred_locale text not null default 'en-US',
  joined_at timestamptz not null default now(),
  -- Set while the bot is not in the server; its data is kept until the purge.
  left_at timestamptz,
  -- The number of the newest ticket. Taking the next one locks this row, so opens in one server queue up here.
  last_ticket_id integer not null default 0
);

create table guild_channels (
  guild_id bigint not null references guilds on delete cascade,
  channel_id bigint not null,
  name text not null,
  type smallint not null,
  position integer not null default 0,
  parent_id bigint,
  permission_overwrites jsonb not null default '[]',
  primary key (guild_id, channel_id)
);

create table guild_roles (
  guild_id bigint not null references guilds on delete cascade,
  role_id bigint not null,
  name text not null,
  color integer not null default 0,
  position integer not null default 0,
  permissions bigint not null default 0,
  managed boolean not null default false,
  -- The bot whose own role this is.
  bot_id bigint,
  primary key (guild_id, role_id)
);

create table guild_emojis (
  guild_id bigint not null references guilds on delete cascade,
  emoji_id bigint not null,
  name text not null,
  animated boolean not null default false,
  primary key (guild_id, emoji_id)
);

create table users (
  user_id bigint primary key,
  username text not null,
  global_name text,
  avatar text,
  bot boolean not null default false,
  updated_at timestamptz not null default now()
);

-- Members that somebody asked about. Kept true by the gateway; forgotten when the gateway lost its place.
create table guild_members (
  guild_id bigint not null references guilds on delete cascade,
  user_id bigint not null,
  nick text,
  role_ids bigint[] not null default '{}',
  -- False for somebody who is known not to be in the server.
  present boolean not null default true,
  updated_at timestamptz not null default now(),
  primary key (guild_id, user_id)
);

create table guild_settings (
  guild_id bigint primary key references guilds on delete cascade,
  ticket_limit smallint not null default 5 check (ticket_limit between 1 and 10),
  language text,
  users_can_close boolean not null default true,
  close_confirmation boolean not null default true,
  feedback_enabled boolean not null default false,
  anonymise_dashboard_responses boolean not null default false,
  use_threads boolean not null default false,
  ticket_notification_channel bigint,
  archive_channel bigint,
  overflow_enabled boolean not null default false,
  overflow_category_id bigint,
  store_transcripts boolean not null default true,
  hide_claim_button boolean not null default false,
  disable_open_command boolean not null default false,
  category bigint,
  naming_scheme text not null default 'id' check (naming_scheme in ('id', 'username')),
  -- Null means the default text in the server's language.
  welcome_message text check (char_length(welcome_message) between 1 and 1000),
  context_menu_permission_level smallint not null default 0 check (context_menu_permission_level between 0 and 2),
  context_menu_add_sender boolean not null default true,
  context_menu_panel integer,
  support_can_view boolean not null default true,
  support_can_type boolean not null default false,
  auto_close_enabled boolean not null default false,
  auto_close_on_user_leave boolean not null default false,
  auto_close_since_open integer not null default 0 check (auto_close_since_open between 0 and 5184000),
  auto_close_since_last_message integer not null default 0 check (auto_close_since_last_message between 0 and 5184000),
  attach_files boolean not null default true,
  embed_links boolean not null default true,
  add_reactions boolean not null default true,
  colour_success text not null default '#2ecc71' check (colour_success ~ '^#[0-9a-f]{6}$'),
  colour_failure text not null default '#fc3f35' check (colour_failure ~ '^#[0-9a-f]{6}$'),
  updated_at timestamptz not null default now(),
  check (support_can_view or not support_can_type),
  check (ticket_notification_channel is not null or not use_threads)
);
