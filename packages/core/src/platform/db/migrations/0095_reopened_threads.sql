-- A thread whose ticket is closed may be reopened by hand while nobody listens: its server is compared with Discord, too.
create index tickets_closed_threads on tickets (guild_id) where is_thread and status = 'closed' and channel_id is not null;

create or replace function compare_server(of_guild bigint, with_wanted jsonb) returns void language plpgsql as $$
begin
  insert into effects (guild_id, kind, key, wanted, due_at)
  select of_guild, 'server', '', with_wanted, clock_timestamp()
  where exists (select from tickets where guild_id = of_guild and status = 'open')
    or exists (select from tickets where guild_id = of_guild and is_thread and status = 'closed' and channel_id is not null)
    or exists (select from on_call where guild_id = of_guild)
  on conflict (guild_id, kind, key) do update
  set wanted = effects.wanted || excluded.wanted, version = effects.version + 1, due_at = excluded.due_at;
  perform want_duties(of_guild, null, clock_timestamp());
end $$;

-- When its opener, without being staff, reopened it in its thread lately: it counts as opening one.
alter table tickets add column reopenings timestamptz[] not null default '{}';
create index tickets_reopened_at on tickets (guild_id, reopened_at) where reopened_at is not null;
