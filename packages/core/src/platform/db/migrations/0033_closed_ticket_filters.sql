-- The filters of closed tickets once more: each index also holds what the other filters ask, so that any number of them
-- together are answered from one index, without looking at the tickets that they leave out.
drop index tickets_by_panel, tickets_by_closer, tickets_by_claimer, tickets_by_rating, tickets_closed, tickets_closed_at;
create index tickets_by_panel on tickets (guild_id, panel_id, ticket_id desc)
  include (opener_id, claimed_by, closed_by, rating, closed_at)
  where status = 'closed' and close_source is distinct from 'undone' and panel_id is not null;
create index tickets_by_closer on tickets (guild_id, closed_by, ticket_id desc)
  include (opener_id, panel_id, claimed_by, rating, closed_at)
  where status = 'closed' and close_source is distinct from 'undone' and closed_by is not null;
create index tickets_by_claimer on tickets (guild_id, claimed_by, ticket_id desc)
  include (opener_id, panel_id, closed_by, rating, closed_at)
  where status = 'closed' and close_source is distinct from 'undone' and claimed_by is not null;
create index tickets_by_rating on tickets (guild_id, rating, ticket_id desc)
  include (opener_id, panel_id, claimed_by, closed_by, closed_at)
  where status = 'closed' and close_source is distinct from 'undone' and rating is not null;
create index tickets_closed on tickets (guild_id, ticket_id desc)
  include (opener_id, panel_id, claimed_by, closed_by, rating, closed_at)
  where status = 'closed' and close_source is distinct from 'undone';
create index tickets_closed_at on tickets (guild_id, closed_at)
  include (ticket_id, opener_id, panel_id, claimed_by, closed_by, rating)
  where status = 'closed' and close_source is distinct from 'undone' and closed_at is not null;
