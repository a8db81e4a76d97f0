-- A filter by time asks above which number nothing can have been closed by then.
create index tickets_imported on tickets (guild_id, ticket_id desc) where interaction_id = -ticket_id;
