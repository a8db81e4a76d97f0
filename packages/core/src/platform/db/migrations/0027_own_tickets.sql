-- The tickets that someone opened, in whatever server: open before closed, the newest first.
create index tickets_of_opener on tickets (opener_id, (status = 'open'), opened_at, guild_id, ticket_id)
  where status <> 'opening' and close_source is distinct from 'undone';
