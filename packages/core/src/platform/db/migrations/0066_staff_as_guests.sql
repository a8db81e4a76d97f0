-- Whether somebody was staff when they were added to a ticket: such a guest goes when they are staff no more. Of those who were
-- added before it is not known; they stay until someone removes them.
alter table ticket_members add column as_staff boolean not null default false;
