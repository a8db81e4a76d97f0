-- Bots that users run under a bot account of their own. Each acts as the product does, in the servers that it is added to.
create table whitelabel_bots (
  -- The id of the bot's user, which for old applications is not the application's.
  bot_id bigint primary key,
  application_id bigint not null unique,
  -- Whose it is; everyone may have one.
  user_id bigint not null unique,
  -- The application's name, and the bot's.
  name text not null,
  username text not null,
  -- Sealed.
  token bytea not null,
  -- Counts up with each token, so that a process that runs the bot notices another one.
  token_version integer not null default 1,
  -- What its connection to Discord has come to. In the last two a person has to see to it in the developer portal.
  state text not null default 'connecting'
    check (state in ('connecting', 'ready', 'reconnecting', 'token_refused', 'intents_refused')),
  state_at timestamptz not null default clock_timestamp(),
  -- What is shown below its name in Discord; null: what the product shows by itself.
  status text check (char_length(status) between 1 and 255),
  status_type smallint not null default 0 check (status_type in (0, 2, 3, 4, 5)),
  -- When somebody asked for its commands to be made again.
  commands_created_at timestamptz,
  created_at timestamptz not null default now()
);

-- What went wrong with a user's bot, in sentences. Kept when the bot goes: they say why it went.
create table whitelabel_errors (
  error_id bigint generated always as identity primary key,
  user_id bigint not null,
  message text not null check (char_length(message) between 1 and 255),
  created_at timestamptz not null default clock_timestamp()
);
create index whitelabel_errors_of on whitelabel_errors (user_id, error_id desc);

-- Which of our bots are in which servers: users' own, and the program's (which has no row in whitelabel_bots).
create table bot_guilds (
  guild_id bigint not null references guilds on delete cascade,
  bot_id bigint not null,
  joined_at timestamptz not null default clock_timestamp(),
  primary key (guild_id, bot_id)
);
create index bot_guilds_of_bot on bot_guilds (bot_id);

-- The user's own bot that acts in a server; null: the program's. Kept by the triggers below.
alter table guilds add column served_by bigint;
create index guilds_served_by on guilds (served_by) where served_by is not null;

-- A bot that Discord does not let in leaves a server to the program's, where that is there too.
create function follow_serving_bot(of_guild bigint) returns void language plpgsql as $$
declare
  next bigint;
begin
  -- Two bots that come or go at once are looked at one after another.
  perform from guilds where guild_id = of_guild for no key update;
  select w.bot_id into next from bot_guilds b join whitelabel_bots w using (bot_id)
  where b.guild_id = of_guild and (w.state not in ('token_refused', 'intents_refused') or not exists (
    select from bot_guilds m where m.guild_id = of_guild
      and m.bot_id not in (select bot_id from whitelabel_bots)))
  order by w.state in ('token_refused', 'intents_refused'), b.joined_at, b.bot_id limit 1;
  update guilds set served_by = next where guild_id = of_guild and served_by is distinct from next;
  if found then
    perform want_effect(of_guild, 'serving_bot', '', clock_timestamp());
  end if;
end $$;

create function follow_bot_guild() returns trigger language plpgsql as $$
begin
  perform follow_serving_bot(coalesce(new.guild_id, old.guild_id));
  return null;
end $$;
create trigger bot_guild_followed after insert or delete on bot_guilds
  for each row execute function follow_bot_guild();

create function follow_whitelabel_state() returns trigger language plpgsql as $$
begin
  perform follow_serving_bot(guild_id) from bot_guilds where bot_id = new.bot_id order by guild_id;
  return null;
end $$;
create trigger whitelabel_state_followed after update of state on whitelabel_bots
  for each row when (old.state is distinct from new.state) execute function follow_whitelabel_state();

-- A bot that is given up leaves its servers to the program's.
create function leave_bot_guilds() returns trigger language plpgsql as $$
begin
  delete from bot_guilds where bot_id = old.bot_id;
  return null;
end $$;
create trigger whitelabel_bot_left after delete on whitelabel_bots for each row execute function leave_bot_guilds();

-- Which process holds which connection to Discord's gateway. One that is not renewed in time is another's to take.
create table gateway_leases (
  bot_id bigint not null,
  shard_id integer not null,
  shard_count integer not null,
  holder uuid not null,
  until timestamptz not null,
  primary key (bot_id, shard_id)
);
