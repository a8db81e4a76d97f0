-- Whether Discord let a user's own bot in with the token that it has, and has not refused it since. An ordinary restart changes nothing.
alter table whitelabel_bots add column hears boolean not null default false;
update whitelabel_bots set hears = state not in ('token_refused', 'intents_refused');

create function note_whether_it_hears() returns trigger language plpgsql as $$
begin
  if new.state in ('token_refused', 'intents_refused') or tg_op = 'UPDATE' and new.token_version <> old.token_version then
    new.hears := false;
  elsif new.state = 'ready' then
    new.hears := true;
  end if;
  return new;
end $$;
create trigger whitelabel_hearing_noted before insert or update of state, token_version on whitelabel_bots
  for each row execute function note_whether_it_hears();

-- Which of our bots hear what happens in a server, and so know who its members are: the program's own, and users' that are trusted there.
create function bots_that_hear(of_guild bigint)
returns table (bot_id bigint, is_users boolean, joined_at timestamptz) language sql stable as $$
  select b.bot_id, w.bot_id is not null, b.joined_at from bot_guilds b left join whitelabel_bots w using (bot_id)
  where b.guild_id = of_guild and b.is_trusted and coalesce(w.hears, true)
$$;

-- The tickets of a server, and the duties of its staff, are compared with Discord.
create function compare_server(of_guild bigint, with_wanted jsonb) returns void language sql as $$
  insert into effects (guild_id, kind, key, wanted, due_at)
  select of_guild, kind, '', with_wanted, clock_timestamp() from (values ('server'), ('duties')) as k (kind)
  where exists (select from tickets where guild_id = of_guild and status = 'open')
    or exists (select from on_call where guild_id = of_guild)
  on conflict (guild_id, kind, key) do update
  set wanted = effects.wanted || excluded.wanted, version = effects.version + 1, due_at = excluded.due_at
$$;

-- What happened in a server may have been missed: whoever is a member is asked again, and everything else is compared.
create function events_missed(of_guild bigint) returns void language plpgsql as $$
begin
  delete from guild_members where guild_id = of_guild;
  perform want_own_bots(of_guild);
  perform compare_server(of_guild, '{"missed": true}');
end $$;

-- A server that no bot of ours hears counts as left: nobody would tell who has lost a level there.
create or replace function follow_serving_bot(of_guild bigint) returns void language plpgsql as $$
declare
  before record;
  next bigint;
  is_heard boolean;
begin
  -- Two bots that come or go at once are looked at one after another.
  select served_by, left_at into before from guilds where guild_id = of_guild for no key update;
  if not found then return; end if;
  select bot_id into next from bots_that_hear(of_guild) where is_users order by joined_at, bot_id limit 1;
  is_heard := exists (select from bots_that_hear(of_guild));
  if before.served_by is not distinct from next and (before.left_at is null) = is_heard then return; end if;
  update guilds set served_by = next, left_at = case when not is_heard then coalesce(left_at, clock_timestamp()) end
  where guild_id = of_guild;
  if is_heard then
    -- One bot was not yet listened to and the other no longer.
    perform events_missed(of_guild);
  else
    delete from guild_members where guild_id = of_guild;
    delete from outgoing_deliveries where guild_id = of_guild;
    -- Commands of a server go with the bot; when it comes back they are made again.
    update tags set command_id = null where guild_id = of_guild and command_id is not null;
  end if;
  if before.served_by is distinct from next then
    perform want_effect(of_guild, 'serving_bot', '', clock_timestamp());
  end if;
end $$;

create or replace function follow_whitelabel_state() returns trigger language plpgsql as $$
begin
  perform follow_serving_bot(guild_id) from bot_guilds where bot_id = new.bot_id order by guild_id;
  if new.hears then
    perform want_own_bots(guild_id) from bot_guilds where bot_id = new.bot_id order by guild_id;
  end if;
  return null;
end $$;
drop trigger whitelabel_state_followed on whitelabel_bots;
create trigger whitelabel_state_followed after update on whitelabel_bots
  for each row when (old.hears is distinct from new.hears) execute function follow_whitelabel_state();

select follow_serving_bot(guild_id) from (select distinct guild_id from bot_guilds order by guild_id) there;
