-- When a file was last tried to be copied, and was not.
alter table ticket_attachments add column tried_at timestamptz;

-- Since when Discord has withheld files that keep a closing ticket's channel, at every try.
alter table tickets add column files_withheld_since timestamptz;
