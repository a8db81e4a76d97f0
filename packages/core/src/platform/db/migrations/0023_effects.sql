-- What Discord still has to follow: one row for each thing, from the transaction that wants it until Discord agrees or
-- has refused for good. Everything that is unfinished is found here, by the time at which it is due.
create table effects (
  guild_id bigint not null,
  kind text not null,
  -- Which one of its kind, within the server.
  key text not null,
  -- What the rows of its subject do not say.
  wanted jsonb not null default '{}',
  -- Counts up each time it is wanted again, so that what is wanted meanwhile is not taken for done.
  version integer not null default 1,
  wanted_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null,
  attempts integer not null default 0,
  -- Why it waits, after an attempt.
  problem text,
  primary key (guild_id, kind, key)
);
create index effects_due on effects (due_at);

-- The process that wants something does it itself, right after its transaction; after this time another one may.
create function want_effect(of_guild bigint, of_kind text, of_key text, at timestamptz) returns void language sql as $$
  insert into effects (guild_id, kind, key, due_at) values (of_guild, of_kind, of_key, at)
  on conflict (guild_id, kind, key) do update
  set version = effects.version + 1, wanted_at = clock_timestamp(), due_at = excluded.due_at, attempts = 0, problem = null
$$;

-- Some rows say by themselves what is wanted of Discord. Their effect comes and goes with that.

create function follow_panel() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' and new.message_state in ('pending', 'outdated') then
    perform want_effect(new.guild_id, 'panel', new.panel_id::text, clock_timestamp() + interval '30 seconds');
  else
    delete from effects where guild_id = coalesce(new.guild_id, old.guild_id) and kind = 'panel'
      and key = coalesce(new.panel_id, old.panel_id)::text;
  end if;
  return null;
end $$;
create trigger panel_followed after insert or delete or update of message_state on panels
  for each row execute function follow_panel();

create function follow_multi_panel() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' and new.message_state in ('pending', 'outdated') then
    perform want_effect(new.guild_id, 'multi_panel', new.id::text, clock_timestamp() + interval '30 seconds');
  else
    delete from effects where guild_id = coalesce(new.guild_id, old.guild_id) and kind = 'multi_panel'
      and key = coalesce(new.id, old.id)::text;
  end if;
  return null;
end $$;
create trigger multi_panel_followed after insert or delete or update of message_state on multi_panels
  for each row execute function follow_multi_panel();

create function follow_discarded_message() returns trigger language plpgsql as $$
begin
  perform want_effect(new.guild_id, 'discarded_message', new.owner, clock_timestamp() + interval '30 seconds');
  return null;
end $$;
create trigger discarded_message_followed after insert on discarded_messages
  for each row execute function follow_discarded_message();

-- The commands of a server's tags, together.
create function follow_tag() returns trigger language plpgsql as $$
begin
  perform want_effect(new.guild_id, 'tag_commands', '', clock_timestamp() + interval '30 seconds');
  return null;
end $$;
create trigger tag_followed after insert or update of use_guild_command, command_id on tags
  for each row when (new.use_guild_command and new.command_id is null) execute function follow_tag();
create trigger discarded_command_followed after insert on discarded_commands
  for each row execute function follow_tag();

-- The role by which a team was called, after the team.
create function follow_team() returns trigger language plpgsql as $$
begin
  perform want_effect(old.guild_id, 'on_call_roles', '', clock_timestamp());
  return null;
end $$;
create trigger team_followed after delete on support_teams for each row execute function follow_team();

-- A conversation that goes to and fro does not make its channel jump.
create function follow_waiting() returns trigger language plpgsql as $$
begin
  if new.awaits_changed_at is null then
    delete from effects where guild_id = new.guild_id and kind = 'ticket.category' and key = new.ticket_id::text;
  else
    perform want_effect(new.guild_id, 'ticket.category', new.ticket_id::text,
      new.awaits_changed_at + interval '10 minutes');
  end if;
  return null;
end $$;
create trigger waiting_followed after update of awaits_changed_at on tickets
  for each row when (new.awaits_changed_at is distinct from old.awaits_changed_at) execute function follow_waiting();

-- Claim settings that changed, and the claimed tickets that do not follow them yet.
create function follow_claims() returns trigger language plpgsql as $$
begin
  perform want_effect(new.guild_id, 'claims', '', clock_timestamp());
  return null;
end $$;
create trigger claims_followed after update of claims_changed_at on guild_settings
  for each row when (new.claims_changed_at is distinct from old.claims_changed_at and new.claims_changed_at is not null)
  execute function follow_claims();

-- What was unfinished before there were effects.
select want_effect(guild_id, 'panel', panel_id::text, now()) from panels where message_state in ('pending', 'outdated');
select want_effect(guild_id, 'multi_panel', id::text, now()) from multi_panels where message_state in ('pending', 'outdated');
select want_effect(guild_id, 'discarded_message', owner, now()) from discarded_messages;
select want_effect(guild_id, 'tag_commands', '', now()) from tags where use_guild_command and command_id is null;
select want_effect(guild_id, 'tag_commands', '', now()) from discarded_commands;
select want_effect(r.guild_id, 'on_call_roles', '', now()) from on_call_roles r where r.team_id is not null
  and not exists (select from support_teams t where t.team_id = r.team_id);
select want_effect(guild_id, 'ticket.category', ticket_id::text, awaits_changed_at + interval '10 minutes')
  from tickets where awaits_changed_at is not null;
select want_effect(guild_id, 'claims', '', now()) from guild_settings where claims_changed_at is not null;
select want_effect(guild_id, 'ticket', ticket_id::text, now()) from tickets
  where status in ('opening', 'closing') or (status = 'open' and welcome_message_id is null);

drop index panels_unsettled;
drop index multi_panels_unsettled;
drop index tickets_to_move;
drop index guild_settings_claims_changed;
