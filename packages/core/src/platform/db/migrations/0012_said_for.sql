-- For whom the bot spoke last in a ticket, as by a tag, and by which interaction: such words count as theirs, also after
-- what was written later is deleted.
alter table tickets add column said_id bigint, add column said_by bigint;
