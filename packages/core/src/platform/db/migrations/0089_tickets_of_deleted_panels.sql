-- A panel takes no statement over all of its tickets along when it is deleted: there can be so many that it never ends. Closed
-- tickets keep the number of a panel that is gone, which is given to no other; those that are open or closing lose it at once.
-- Those that are being opened lose it when they are open: by it, two for the same subject are two.
alter table tickets drop constraint tickets_panel_id_fkey;

create function leave_tickets() returns trigger language plpgsql as $$
begin
  update tickets set panel_id = null
  where guild_id = old.guild_id and panel_id = old.panel_id and status not in ('opening', 'closed');
  return null;
end $$;
create trigger tickets_left after delete on panels for each row execute function leave_tickets();

-- Waits for whoever deletes the panel at this moment, as a foreign key does.
create function have_panel() returns trigger language plpgsql as $$
begin
  perform from panels where panel_id = new.panel_id for key share;
  if found then return new; end if;
  if tg_op = 'UPDATE' and old.panel_id = new.panel_id then
    new.panel_id := null;
    return new;
  end if;
  raise foreign_key_violation using message = format('there is no panel %s', new.panel_id);
end $$;
create trigger panel_is_there before insert on tickets for each row
  when (new.panel_id is not null and new.status <> 'closed') execute function have_panel();
-- A ticket that is open now, or again, or that gets another panel.
create trigger panel_is_still_there before update of panel_id, status on tickets for each row
  when (new.panel_id is not null and new.status not in ('opening', 'closed')
    and (old.status in ('opening', 'closed') or old.panel_id is distinct from new.panel_id))
  execute function have_panel();
