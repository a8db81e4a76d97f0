-- An archive can name anybody as opener, and any time: what it says comes after the tickets that were opened here.
drop index tickets_of_opener;
create index tickets_of_opener on tickets (
  opener_id, (case when status = 'open' then 2 when interaction_id = -ticket_id then 0 else 1 end),
  opened_at, guild_id, ticket_id)
  where status <> 'opening' and close_source is distinct from 'undone';

-- Archives were let in with times up to 2200. A closed ticket of the future counts as just closed, and is never old.
update tickets set opened_at = least(opened_at, now()), closed_at = least(closed_at, now()),
  last_message_at = least(last_message_at, now())
where interaction_id = -ticket_id and greatest(opened_at, closed_at, last_message_at) > now() + interval '1 day';
