-- Staff who are in the thread of a ticket, so that they are taken out when they are staff for it no more: a thread has no
-- permissions of its own. Who came in before is known by what they wrote.
create table thread_staff (
  guild_id bigint not null,
  ticket_id integer not null,
  user_id bigint not null,
  primary key (guild_id, ticket_id, user_id),
  foreign key (guild_id, ticket_id) references tickets on delete cascade
);
insert into thread_staff
  select distinct t.guild_id, t.ticket_id, m.author_id
  from tickets t join ticket_messages m using (guild_id, ticket_id)
  where t.status = 'open' and t.is_thread and m.by_staff and not m.author_bot;
