-- Staff of other tickets whom a mention brought into the thread of a ticket: they go when they are staff of nothing in the server.
alter table thread_staff add column staff_of text not null default 'ticket' check (staff_of in ('ticket', 'server'));
