-- Addresses of a server's own programs that are told what happens with its tickets.
create table outgoing_webhooks (
  webhook_id uuid primary key,
  guild_id bigint not null,
  url text not null,
  -- Which kinds of events it hears.
  events text[] not null,
  enabled boolean not null default true,
  -- When its address answered that it is gone for good, by which it was switched off.
  gone_at timestamptz,
  -- Sealed. The earlier one signs too until its time is over.
  secret bytea not null,
  earlier_secret bytea,
  earlier_secret_until timestamptz,
  made_by bigint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index outgoing_webhooks_of_guild on outgoing_webhooks (guild_id);

-- What is to be told, and what was: the queue and the log in one. Those of one ticket and webhook go one after another.
create table outgoing_deliveries (
  delivery_id bigint generated always as identity primary key,
  -- By which a receiver knows what it was told before.
  message_id uuid not null unique default gen_random_uuid(),
  guild_id bigint not null,
  webhook_id uuid not null references outgoing_webhooks on delete cascade,
  -- Null for a test.
  ticket_id integer,
  event text not null,
  data jsonb not null,
  happened_at timestamptz not null default clock_timestamp(),
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'given_up')),
  due_at timestamptz not null default clock_timestamp(),
  -- Until when a process has it in hand. One that died is followed by another then.
  taken_until timestamptz,
  -- Asked for once more by somebody, so out of its turn.
  resent_at timestamptz,
  attempts integer not null default 0,
  tried_at timestamptz,
  duration_ms integer,
  status integer,
  problem text
);
create index outgoing_deliveries_due on outgoing_deliveries (due_at) where state = 'waiting';
create index outgoing_deliveries_queues on outgoing_deliveries (webhook_id, ticket_id, delivery_id) where state = 'waiting';
create index outgoing_deliveries_of on outgoing_deliveries (webhook_id, delivery_id desc);
create index outgoing_deliveries_of_ticket on outgoing_deliveries (guild_id, ticket_id);

-- Who moved, renamed, reopened or gave back a ticket last, where no other column says so. Null: the product itself.
alter table tickets add column changed_by bigint;

create function wire_time(at timestamptz) returns text language sql immutable as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
create function wire_user(of_user bigint) returns jsonb language sql stable as $$
  select case when of_user is not null then jsonb_build_object('id', of_user::text,
    'username', (select username from users where user_id = of_user),
    'global_name', (select global_name from users where user_id = of_user)) end
$$;

-- Notes for each webhook that hears of it what happened with a ticket, as it stands now.
create function tell_webhooks(of_guild bigint, of_ticket integer, of_event text, by_user bigint, more jsonb default '{}')
returns void language sql as $$
  insert into outgoing_deliveries (guild_id, webhook_id, ticket_id, event, data)
  select w.guild_id, w.webhook_id, of_ticket, of_event, jsonb_build_object(
      'guild_id', of_guild::text,
      'ticket', jsonb_build_object(
        'id', t.ticket_id,
        'status', t.status,
        'subject', t.subject,
        'panel', (select jsonb_build_object('id', p.panel_id, 'title', p.title) from panels p
          where p.guild_id = t.guild_id and p.panel_id = t.panel_id),
        'opener', wire_user(t.opener_id),
        'claimed_by', wire_user(t.claimed_by),
        'channel_id', t.channel_id::text,
        'channel_name', t.channel_name,
        'is_thread', t.is_thread,
        'opened_at', wire_time(t.opened_at),
        'closed_at', wire_time(t.closed_at),
        'continues', t.continues),
      'by', wire_user(by_user)) || more
  from outgoing_webhooks w join tickets t on t.guild_id = w.guild_id and t.ticket_id = of_ticket
  where w.guild_id = of_guild and w.enabled and of_event = any(w.events)
$$;

create function hear_ticket() returns trigger language plpgsql as $$
begin
  if not exists (select from outgoing_webhooks where guild_id = new.guild_id and enabled) then return null; end if;
  if old.status = 'opening' and new.status = 'open' and new.continues is null then
    perform tell_webhooks(new.guild_id, new.ticket_id, 'ticket.opened', new.opener_id);
  elsif old.status in ('opening', 'closed') and new.status = 'open' then
    perform tell_webhooks(new.guild_id, new.ticket_id, 'ticket.reopened', new.changed_by);
  elsif old.status = 'closing' and new.status = 'closed' then
    perform tell_webhooks(new.guild_id, new.ticket_id, 'ticket.closed', new.closed_by,
      jsonb_build_object('reason', new.close_reason, 'source', new.close_source));
  elsif old.status = 'open' and new.status = 'open' then
    if old.claimed_by is distinct from new.claimed_by then
      if new.claimed_by is null then
        perform tell_webhooks(new.guild_id, new.ticket_id, 'ticket.unclaimed', new.changed_by);
      else
        perform tell_webhooks(new.guild_id, new.ticket_id, 'ticket.claimed', new.changed_by);
      end if;
    end if;
    if new.panel_id is not null and old.panel_id is distinct from new.panel_id then
      perform tell_webhooks(new.guild_id, new.ticket_id, 'ticket.panel_switched', new.changed_by,
        jsonb_build_object('earlier_panel', (select jsonb_build_object('id', panel_id, 'title', title) from panels
          where guild_id = old.guild_id and panel_id = old.panel_id)));
    end if;
    if new.named_by_hand and old.channel_name <> new.channel_name then
      perform tell_webhooks(new.guild_id, new.ticket_id, 'ticket.renamed', new.changed_by,
        jsonb_build_object('earlier_name', old.channel_name));
    end if;
    if new.answered_at is distinct from old.answered_at and new.last_message_is_staff and new.unanswered_at is null
        and (old.answered_at is null or old.unanswered_at is not null) then
      perform tell_webhooks(new.guild_id, new.ticket_id, 'ticket.answered', new.last_message_by,
        jsonb_build_object('message_id', new.last_message_id::text));
    end if;
  end if;
  if new.rating is not null and old.rated_at is distinct from new.rated_at then
    perform tell_webhooks(new.guild_id, new.ticket_id, 'ticket.rated', new.opener_id, jsonb_build_object('rating', new.rating));
  end if;
  return null;
end $$;
-- Words of members change none of these, so they cost nothing more.
create trigger tickets_told after update on tickets for each row when (
    old.status <> new.status or old.claimed_by is distinct from new.claimed_by or old.panel_id is distinct from new.panel_id
    or old.channel_name <> new.channel_name or old.answered_at is distinct from new.answered_at
    or old.rated_at is distinct from new.rated_at)
  execute function hear_ticket();

create function hear_survey() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(t.guild_id, t.ticket_id, 'ticket.survey_answered', t.opener_id)
  from tickets t join (select distinct guild_id, ticket_id from added where kind = 'exit_survey') a using (guild_id, ticket_id);
  return null;
end $$;
create trigger ticket_answers_told after insert on ticket_answers
  referencing new table as added for each statement execute function hear_survey();
