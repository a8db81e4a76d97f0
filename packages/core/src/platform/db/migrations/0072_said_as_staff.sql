-- Whether the bot's latest words on behalf of somebody were those of staff, judged when they were said, as those of a message.
alter table tickets add column said_by_staff boolean;
-- Whether somebody who took part in a ticket did so as staff.
alter table ticket_participants add column as_staff boolean not null default false;

-- As both were judged before.
update tickets t set said_by_staff = said_by <> opener_id and not exists (
    select from ticket_members m where m.guild_id = t.guild_id and m.ticket_id = t.ticket_id and m.member_id = t.said_by)
  where said_by is not null;
update ticket_participants p set as_staff = true
  from tickets t
  where t.guild_id = p.guild_id and t.ticket_id = p.ticket_id and t.opener_id <> p.user_id and not exists (
    select from ticket_members m where m.guild_id = p.guild_id and m.ticket_id = p.ticket_id and m.member_id = p.user_id);
