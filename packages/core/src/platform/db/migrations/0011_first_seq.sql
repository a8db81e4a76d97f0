-- The change of its ticket with which a message became known; 0 for messages from before this was kept. A later change is
-- told as an update to whoever had heard of the message.
alter table ticket_messages add column first_seq integer not null default 0;
