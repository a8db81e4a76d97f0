-- The newest message of a ticket that somebody has seen in the dashboard. Forgotten when the ticket closes.
create table ticket_reads (
  guild_id bigint not null,
  ticket_id integer not null,
  user_id bigint not null,
  message_id bigint not null,
  primary key (guild_id, user_id, ticket_id),
  foreign key (guild_id, ticket_id) references tickets on delete cascade
);
create index ticket_reads_ticket on ticket_reads (guild_id, ticket_id);
