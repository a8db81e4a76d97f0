-- How often the message of a row was wanted otherwise than it is. Who edits a message compares it before and after, so that
-- a change that came in between is not taken for done: the state alone is the same before and after such a change.
alter table panels add column message_wishes integer not null default 0;
alter table multi_panels add column message_wishes integer not null default 0;

create function count_message_wish() returns trigger language plpgsql as $$
begin
  new.message_wishes := old.message_wishes + 1;
  return new;
end $$;
create trigger panel_wished before update of message_state on panels
  for each row when (new.message_state in ('pending', 'outdated')) execute function count_message_wish();
create trigger multi_panel_wished before update of message_state on multi_panels
  for each row when (new.message_state in ('pending', 'outdated')) execute function count_message_wish();
