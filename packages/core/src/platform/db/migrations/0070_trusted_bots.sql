-- A user's own bot acts in a server while whoever runs it administers that server, because who has its token reads all that it sees
-- and sends what it likes. Of those that are there already it is found out soon after the upgrade.
alter table bot_guilds add column is_trusted boolean not null default true;
alter table bot_guilds alter column is_trusted set default false;

create or replace function follow_serving_bot(of_guild bigint) returns void language plpgsql as $$
declare
  next bigint;
begin
  -- Two bots that come or go at once are looked at one after another.
  perform from guilds where guild_id = of_guild for no key update;
  select w.bot_id into next from bot_guilds b join whitelabel_bots w using (bot_id)
  where b.guild_id = of_guild and b.is_trusted and (w.state not in ('token_refused', 'intents_refused') or not exists (
    select from bot_guilds m where m.guild_id = of_guild
      and m.bot_id not in (select bot_id from whitelabel_bots)))
  order by w.state in ('token_refused', 'intents_refused'), b.joined_at, b.bot_id limit 1;
  update guilds set served_by = next where guild_id = of_guild and served_by is distinct from next;
  if found then
    perform want_effect(of_guild, 'serving_bot', '', clock_timestamp());
  end if;
end $$;

-- Whether those who run the bots of a server administer it is looked at.
create function want_own_bots(of_guild bigint) returns void language plpgsql as $$
begin
  perform want_effect(of_guild, 'own_bots', '', clock_timestamp())
  where exists (select from bot_guilds join whitelabel_bots using (bot_id) where guild_id = of_guild)
    and exists (select from guilds where guild_id = of_guild);
end $$;

create or replace function follow_bot_guild() returns trigger language plpgsql as $$
declare
  of_guild bigint := coalesce(new.guild_id, old.guild_id);
begin
  perform follow_serving_bot(of_guild);
  if exists (select from guilds where guild_id = of_guild and served_by is not null) then
    perform want_effect(of_guild, 'serving_bot', '', clock_timestamp());
  end if;
  if tg_op = 'INSERT' then
    perform want_own_bots(of_guild);
  elsif old.is_trusted and (tg_op = 'DELETE' or not new.is_trusted) then
    -- It is let out of what it was let into.
    perform want_effect(of_guild, 'own_bot.out', old.bot_id::text, clock_timestamp())
    where exists (select from guilds where guild_id = of_guild);
  end if;
  return null;
end $$;
create trigger bot_trust_followed after update of is_trusted on bot_guilds
  for each row when (old.is_trusted is distinct from new.is_trusted) execute function follow_bot_guild();

create function follow_administrators() returns trigger language plpgsql as $$
begin
  perform want_own_bots(coalesce(new.guild_id, old.guild_id));
  return null;
end $$;
create trigger administrators_followed after insert or update or delete on permissions
  for each row execute function follow_administrators();
create trigger administrator_roles_followed after insert or update or delete on role_permissions
  for each row execute function follow_administrators();

select want_own_bots(guild_id) from (select distinct guild_id from bot_guilds) there;
