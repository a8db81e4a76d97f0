-- Archives could say of a ticket that its changes are numbered up to the largest number there is, after which it could not change
-- any more: not for an erasure either. Those are numbered anew, from one; no reader follows them, for what is imported is closed.
update ticket_messages m set seq = numbered.seq, first_seq = numbered.seq
from (
  select n.guild_id, n.ticket_id, n.message_id,
    row_number() over (partition by n.guild_id, n.ticket_id order by n.seq, n.message_id) as seq
  from ticket_messages n join tickets t on t.guild_id = n.guild_id and t.ticket_id = n.ticket_id
  where t.last_seq > 1000000000) as numbered
where m.guild_id = numbered.guild_id and m.ticket_id = numbered.ticket_id and m.message_id = numbered.message_id;
update tickets t set last_seq = (
  select count(*) from ticket_messages m where m.guild_id = t.guild_id and m.ticket_id = t.ticket_id)
where last_seq > 1000000000;
