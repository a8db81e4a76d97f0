-- When all members of a server were forgotten. What Discord was asked of them before may be older than what was heard meanwhile.
alter table guilds add column members_forgotten_at timestamptz;

-- When the gateway last told of a server's owner, or of a role that is new, gone or gives other permissions: what Discord was asked of
-- the server before may be older.
alter table guilds add column heard_at timestamptz;

create function forget_members(of_guild bigint) returns void language plpgsql as $$
begin
  -- The time is that at which answers wait, not that at which this began to wait for them.
  perform from guilds where guild_id = of_guild for no key update;
  update guilds set members_forgotten_at = clock_timestamp() where guild_id = of_guild;
  delete from guild_members where guild_id = of_guild;
end $$;

-- What staff of a server have, or gave to others, and lose with their level is looked at; none where nobody of `users`, or nobody at
-- all, has such a thing. So are the bots that they run.
create function want_duties(of_guild bigint, users bigint[], at timestamptz) returns void language plpgsql as $$
begin
  perform want_effect(of_guild, 'duties', '', at)
  where exists (select from on_call where guild_id = of_guild and (users is null or user_id = any (users)))
    or exists (select from tickets where guild_id = of_guild and status = 'open' and claimed_by is not null
      and (users is null or claimed_by = any (users)))
    or exists (select from thread_staff where guild_id = of_guild and (users is null or user_id = any (users)))
    or exists (select from ticket_members where guild_id = of_guild and staff_of is not null
      and (users is null or member_id = any (users)))
    or exists (select from transcript_links where guild_id = of_guild and revoked_at is null
      and expires_at > clock_timestamp() and (users is null or made_by = any (users)))
    or exists (select from close_requests join tickets using (guild_id, ticket_id)
      where guild_id = of_guild and status = 'open' and (users is null or requester_id = any (users)));
  perform want_effect(of_guild, 'own_bots', '', at)
  where exists (select from bot_guilds join whitelabel_bots using (bot_id)
    where guild_id = of_guild and (users is null or user_id = any (users)));
end $$;

create or replace function compare_server(of_guild bigint, with_wanted jsonb) returns void language plpgsql as $$
begin
  insert into effects (guild_id, kind, key, wanted, due_at)
  select of_guild, 'server', '', with_wanted, clock_timestamp()
  where exists (select from tickets where guild_id = of_guild and status = 'open')
    or exists (select from on_call where guild_id = of_guild)
  on conflict (guild_id, kind, key) do update
  set wanted = effects.wanted || excluded.wanted, version = effects.version + 1, due_at = excluded.due_at;
  perform want_duties(of_guild, null, clock_timestamp());
end $$;

create or replace function events_missed(of_guild bigint) returns void language plpgsql as $$
begin
  perform forget_members(of_guild);
  perform want_own_bots(of_guild);
  perform compare_server(of_guild, '{"missed": true}');
end $$;

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
  -- One that is there, and has to be given another token, will hear again.
  if not exists (select from bot_guilds where guild_id = of_guild and is_trusted) then
    delete from outgoing_deliveries where guild_id = of_guild;
  end if;
  if before.served_by is not distinct from next and (before.left_at is null) = is_heard then return; end if;
  update guilds set served_by = next, left_at = case when not is_heard then coalesce(left_at, clock_timestamp()) end
  where guild_id = of_guild;
  if is_heard then
    -- One bot was not yet listened to and the other no longer.
    perform events_missed(of_guild);
  else
    perform forget_members(of_guild);
    -- Commands of a server go with the bot; when it comes back they are made again.
    update tags set command_id = null where guild_id = of_guild and command_id is not null;
  end if;
  if before.served_by is distinct from next then
    perform want_effect(of_guild, 'serving_bot', '', clock_timestamp());
  end if;
end $$;
