-- Two presses make one ticket, where both ask for the same: another subject, or another message to start from, is another
-- ticket.
drop index tickets_one_opening;
create unique index tickets_one_opening on tickets (guild_id, opener_id, panel_id, subject, (origin ->> 'message_id')) nulls not distinct
  where status = 'opening';
