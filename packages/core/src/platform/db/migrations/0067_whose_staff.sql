-- What somebody was when they were added to a ticket: staff for it, or staff of the server for other tickets; null for a guest. Of
-- those who were added before, only that they were staff for the ticket is known.
alter table ticket_members add column staff_of text check (staff_of in ('ticket', 'server'));
update ticket_members set staff_of = 'ticket' where as_staff;
alter table ticket_members drop column as_staff;

-- While a ticket is not open nobody is taken out of it. When it opens, or opens again, its people are looked at.
create function look_at_people() returns trigger language plpgsql as $$
begin
  if new.claimed_by is not null
    or exists (select from thread_staff where guild_id = new.guild_id and ticket_id = new.ticket_id)
    or exists (select from ticket_members
      where guild_id = new.guild_id and ticket_id = new.ticket_id and staff_of is not null) then
    perform want_effect(new.guild_id, 'duties', '', clock_timestamp());
  end if;
  return null;
end $$;
create trigger look_at_people after update of status on tickets
  for each row when (new.status = 'open' and old.status <> 'open') execute function look_at_people();
