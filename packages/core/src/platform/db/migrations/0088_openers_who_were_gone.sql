-- Whether the opener of a ticket had left the server when staff reopened it: such a ticket does not close because they are gone. Of tickets
-- that are open now nobody wrote it down; those that somebody else than the opener changed last may be such.
alter table tickets add column opener_was_gone boolean not null default false;
update tickets set opener_was_gone = true
where status in ('opening', 'open') and (continues is not null or reopened_at is not null)
  and changed_by is distinct from opener_id;
create index tickets_of_gone_openers on tickets (guild_id, opener_id) where opener_was_gone;
