-- What a webhook is told next, and what is in hand, are found without a look at all that waits.
create index outgoing_deliveries_next on outgoing_deliveries (webhook_id, (attempts > attempts_before), due_at, delivery_id)
  where state = 'waiting';
create index outgoing_deliveries_taken on outgoing_deliveries (taken_until)
  where state = 'waiting' and taken_until is not null;
