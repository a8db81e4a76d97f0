-- What happened, for every process that shares the database. A process listens, and after its connection was broken it reads
-- on here. Kept for a while, so that nothing is missed by then.
create table events (
  event_id bigint generated always as identity primary key,
  -- The transaction that wrote it: numbers are given before transactions end, so they say nothing of what was there to read.
  xid xid8 not null default pg_current_xact_id(),
  happened_at timestamptz not null default clock_timestamp(),
  -- The process that wrote it, which tells its own listeners itself.
  origin uuid not null,
  event jsonb not null
);
create index events_xid on events (xid);
create index events_happened on events (happened_at);

create function tell_of_event() returns trigger language plpgsql as $$
begin
  perform pg_notify('tickets_events',
    json_build_object('id', new.event_id::text, 'xid', new.xid::text, 'origin', new.origin, 'event', new.event)::text);
  return null;
end $$;
create trigger events_told after insert on events for each row execute function tell_of_event();
