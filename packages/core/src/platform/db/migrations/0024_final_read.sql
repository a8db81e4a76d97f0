-- When the channel of a closing ticket was read for the last time, with nobody left who could write in it. What is heard later
-- of a message from before, and was not in it then, was deleted.
alter table tickets add column final_read_at timestamptz;
