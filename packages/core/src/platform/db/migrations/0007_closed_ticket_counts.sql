-- The filters of closed tickets again, such that their pages are also counted from the index alone.
drop index tickets_by_panel, tickets_by_closer, tickets_by_claimer, tickets_by_rating;
create index tickets_by_panel on tickets (guild_id, panel_id, ticket_id desc)
  where status = 'closed' and close_source is distinct from 'undone' and panel_id is not null;
create index tickets_by_closer on tickets (guild_id, closed_by, ticket_id desc)
  where status = 'closed' and close_source is distinct from 'undone' and closed_by is not null;
create index tickets_by_claimer on tickets (guild_id, claimed_by, ticket_id desc)
  where status = 'closed' and close_source is distinct from 'undone' and claimed_by is not null;
create index tickets_by_rating on tickets (guild_id, rating, ticket_id desc)
  where status = 'closed' and close_source is distinct from 'undone' and rating is not null;
create index tickets_closed on tickets (guild_id, ticket_id desc)
  where status = 'closed' and close_source is distinct from 'undone';
