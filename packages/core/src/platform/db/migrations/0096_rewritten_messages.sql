-- When an erasure or a deletion took something out of what is kept of a message. Discord may still have it.
alter table ticket_messages add column rewritten_at timestamptz;
update ticket_messages m set rewritten_at = now() from tickets t
where t.guild_id = m.guild_id and t.ticket_id = m.ticket_id and t.is_thread
  and m.erased_at is null and m.content || m.embeds::text like any (array['%<@1>%', '%<@!1>%'])
  and exists (select from data_requests where kind = 'erasure' and state = 'done');

-- How often an erasure began again because more of its person had come meanwhile.
alter table data_requests add column rounds smallint not null default 0;

-- That a claim is of somebody who was erased is nothing that happened with the ticket.
drop trigger tickets_told on tickets;
create trigger tickets_told after update on tickets for each row when (
    old.status <> new.status or (old.claimed_by is distinct from new.claimed_by and new.claimed_by is distinct from 1)
    or old.panel_id is distinct from new.panel_id or old.channel_name <> new.channel_name
    or old.answered_at is distinct from new.answered_at or old.rated_at is distinct from new.rated_at)
  execute function hear_ticket();

-- The thread of a closed ticket that the bot may not lock, until Discord archives it or the bot may. What happens to it is no reopening.
alter table tickets add column thread_left_open boolean not null default false;
