-- When somebody was added to a ticket, by the clock of Discord, as `guild_members.joined_at` is: who joined the server later left it in
-- between, and has to be let in again. Null where nobody wrote it down, as in imported tickets. Those who are in a ticket already count
-- as added now, and our clock may be behind Discord's.
alter table ticket_members add column added_at timestamptz;
update ticket_members set added_at = clock_timestamp() + interval '5 minutes' where kind = 'user';
create index ticket_members_of_member on ticket_members (guild_id, member_id);
