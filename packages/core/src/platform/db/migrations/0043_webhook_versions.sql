-- The number of the audit entry of the last change of a webhook, as of all that people edit; 0: none was written yet.
alter table outgoing_webhooks
  add column version integer not null default 0,
  -- Since when nothing that was tried arrived, and what came of the last try. Null: the last one arrived.
  add column failing_since timestamptz,
  add column failing_problem text,
  add column failing_status integer;

-- How many of its tries were made before somebody had it sent again, from which waits are counted anew.
alter table outgoing_deliveries add column attempts_before integer not null default 0;
