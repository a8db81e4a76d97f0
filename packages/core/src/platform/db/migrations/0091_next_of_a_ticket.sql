-- Whether an earlier delivery of its ticket has to end first; null until that was looked up. The index of what is next leaves these out.
alter table outgoing_deliveries add column behind boolean;
drop index outgoing_deliveries_next;
create index outgoing_deliveries_next on outgoing_deliveries (webhook_id, (attempts > attempts_before), due_at, delivery_id)
  where state = 'waiting' and not behind;
create index outgoing_deliveries_new on outgoing_deliveries (webhook_id, delivery_id) where state = 'waiting' and behind is null;
create index outgoing_deliveries_behind on outgoing_deliveries (webhook_id, ticket_id, delivery_id) where state = 'waiting' and behind;
