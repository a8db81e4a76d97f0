-- Sets of questions, shown as a modal.
create table forms (
  form_id integer generated always as identity primary key,
  guild_id bigint not null references guilds on delete cascade,
  title text not null check (char_length(title) between 1 and 45),
  custom_id text not null unique check (char_length(custom_id) = 30),
  created_at timestamptz not null default now()
);
create index forms_guild on forms (guild_id, form_id);

create table form_inputs (
  id integer generated always as identity primary key,
  form_id integer not null references forms on delete cascade,
  -- By which an answer is told apart; it stays when the question is changed.
  custom_id text not null unique check (char_length(custom_id) = 30),
  position smallint not null check (position between 1 and 5),
  -- 1 short, 2 multi-line.
  style smallint not null check (style in (1, 2)),
  label text not null check (char_length(label) between 1 and 45),
  placeholder text check (char_length(placeholder) between 1 and 100),
  required boolean not null default true,
  min_length smallint not null default 0 check (min_length >= 0),
  max_length smallint not null check (max_length >= 1),
  check (min_length <= max_length),
  check (max_length <= case style when 1 then 255 else 1024 end),
  -- Checked at the end, because two inputs swap their places.
  unique (form_id, position) deferrable initially deferred
);

alter table panels
  -- How the message in Discord stands to the row; see MessageState of the contract.
  add column message_state text not null default 'pending'
    check (message_state in ('pending', 'posted', 'outdated', 'deleted', 'refused')),
  -- When the message was asked for that is pending: the one that answers it is no older.
  add column message_wanted_at timestamptz not null default now(),
  add column image_url text check (octet_length(image_url) <= 255),
  add column thumbnail_url text check (octet_length(thumbnail_url) <= 255),
  -- An embed; null welcomes with the server's own message.
  add column welcome_message jsonb,
  add column form_id integer references forms on delete set null,
  add column exit_survey_form_id integer references forms on delete set null,
  -- Null names channels as the server does.
  add column naming_scheme text check (char_length(naming_scheme) between 1 and 100),
  -- Where tickets go that wait for their opener. Part of premium.
  add column pending_category bigint,
  -- Role ids, 'user' for the opener, 'here'.
  add column mentions text[] not null default '{}',
  add column delete_mentions boolean not null default false;
update panels set message_wanted_at = created_at,
  message_state = case when message_id is null then 'pending' else 'posted' end;
create index panels_form on panels (form_id) where form_id is not null;
create index panels_exit_survey on panels (exit_survey_form_id) where exit_survey_form_id is not null;
create index panels_message on panels (guild_id, message_id);
create index panels_unsettled on panels (panel_id) where message_state in ('pending', 'outdated');

-- Who may open tickets of a panel: the first rule that names a role of theirs decides. @everyone is always in it.
create table panel_access_rules (
  panel_id integer not null references panels on delete cascade,
  position smallint not null check (position between 1 and 10),
  role_id bigint not null,
  action text not null check (action in ('allow', 'deny')),
  primary key (panel_id, position),
  unique (panel_id, role_id)
);
insert into panel_access_rules (panel_id, position, role_id, action)
  select panel_id, 1, guild_id, 'allow' from panels;

-- Several panels in one message.
create table multi_panels (
  id integer generated always as identity primary key,
  guild_id bigint not null references guilds on delete cascade,
  channel_id bigint not null,
  message_id bigint,
  message_state text not null default 'pending'
    check (message_state in ('pending', 'posted', 'outdated', 'deleted', 'refused')),
  message_wanted_at timestamptz not null default now(),
  select_menu boolean not null default false,
  select_menu_placeholder text check (char_length(select_menu_placeholder) between 1 and 150),
  embed jsonb not null,
  created_at timestamptz not null default now()
);
create index multi_panels_guild on multi_panels (guild_id, id);
create index multi_panels_message on multi_panels (guild_id, message_id);
create index multi_panels_unsettled on multi_panels (id) where message_state in ('pending', 'outdated');

create table multi_panel_panels (
  multi_panel_id integer not null references multi_panels on delete cascade,
  panel_id integer not null references panels on delete cascade,
  position smallint not null check (position between 1 and 15),
  primary key (multi_panel_id, panel_id)
);
create index multi_panel_panels_panel on multi_panel_panels (panel_id);

-- Messages of panels that were moved, replaced or removed: deleted in Discord after the change is committed.
create table discarded_messages (
  channel_id bigint not null,
  message_id bigint not null primary key,
  guild_id bigint not null references guilds on delete cascade,
  -- The lock of the row whose message it was: nobody deletes it while the change may still be taken back.
  owner text not null,
  discarded_at timestamptz not null default now()
);
create index discarded_messages_owner on discarded_messages (owner);

alter table tickets
  -- Somebody named the channel by hand, so the bot does not name it anew.
  add column named_by_hand boolean not null default false,
  -- What pinged the people whom the panel names. Kept before it is deleted, so that nobody is pinged twice.
  add column mention_message_id bigint,
  -- Staff wrote last, so the ticket waits for its opener.
  add column awaits_opener boolean not null default false,
  -- When that changed; null once the channel is in the category that belongs to it.
  add column awaits_changed_at timestamptz;
create index tickets_to_move on tickets (awaits_changed_at) where awaits_changed_at is not null;

-- What the opener answered: to the panel's form, and to the exit survey. Kept as it was asked.
create table ticket_answers (
  guild_id bigint not null,
  ticket_id integer not null,
  kind text not null check (kind in ('form', 'exit_survey')),
  position smallint not null,
  label text not null,
  value text not null,
  answered_at timestamptz not null default now(),
  primary key (guild_id, ticket_id, kind, position),
  foreign key (guild_id, ticket_id) references tickets on delete cascade
);
