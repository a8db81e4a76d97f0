-- Who was taken out of a ticket by name: a role that was added to it, or is added later, does not let them in again. By the clock of
-- Discord as far as it is known, as in `ticket_members`. Ended by adding them, and when they leave the server.
create table ticket_removals (
  guild_id bigint not null,
  ticket_id integer not null,
  user_id bigint not null,
  removed_at timestamptz not null,
  primary key (guild_id, ticket_id, user_id),
  foreign key (guild_id, ticket_id) references tickets on delete cascade
);
create index ticket_removals_of_user on ticket_removals (user_id, guild_id);
