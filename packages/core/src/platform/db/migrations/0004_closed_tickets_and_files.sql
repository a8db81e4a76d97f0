-- Filters of the list of closed tickets, each answered in the list's own order.
create index tickets_by_panel on tickets (guild_id, panel_id, ticket_id desc) where status = 'closed' and panel_id is not null;
create index tickets_by_closer on tickets (guild_id, closed_by, ticket_id desc) where status = 'closed' and closed_by is not null;
create index tickets_by_claimer on tickets (guild_id, claimed_by, ticket_id desc) where status = 'closed' and claimed_by is not null;
create index tickets_by_rating on tickets (guild_id, rating, ticket_id desc) where status = 'closed' and rating is not null;
-- People by the beginning of their name.
create index users_username on users (lower(username) text_pattern_ops);

-- Whether a stored file is still used, whoever used it.
create index ticket_attachments_sha256 on ticket_attachments (sha256) where sha256 is not null;

-- What the stored attachments of a server take. Each counts, also when two hold the same bytes.
create table guild_storage (
  guild_id bigint primary key references guilds on delete cascade,
  bytes bigint not null default 0 check (bytes >= 0)
);
