-- What people asked to have done with what is kept of them: a copy of it, or its removal.
create table data_requests (
  request_id uuid primary key default gen_random_uuid(),
  -- Whose data. The deleted user's once it was erased, so that what is left says that it happened, and of whom no more.
  user_id bigint not null,
  kind text not null check (kind in ('export', 'erasure')),
  -- A request waits until it is due, and runs until it is done; a person may take it back, and open tickets stop it.
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'refused', 'cancelled')),
  asked_at timestamptz not null default now(),
  due_at timestamptz not null,
  finished_at timestamptz,
  -- How far it is: the steps that are done, and the rows and files that they wrote or removed.
  steps_done smallint not null default 0,
  rows_done bigint not null default 0,
  -- Why the last attempt failed. It is tried again.
  problem text,
  -- Of a copy that can be fetched: its file, how large it is, and until when it is kept.
  file_key text,
  file_bytes bigint,
  file_expires_at timestamptz
);
-- Asked twice at the same time, there is one request.
create unique index data_requests_one on data_requests (user_id, kind) where state in ('waiting', 'running');
create index data_requests_due on data_requests (due_at) where state in ('waiting', 'running');
create index data_requests_user on data_requests (user_id);

-- What a message said was removed at the request of the person who wrote it, or whom it told of. Discord's own copy of it
-- does not bring it back.
alter table ticket_messages add column erased_at timestamptz;

-- By which what somebody wrote and did is found, in whatever server.
create index ticket_messages_author on ticket_messages (author_id) where not author_bot;
create index ticket_messages_sent_by on ticket_messages (sent_by) where sent_by is not null;
create index tickets_opened_by on tickets (opener_id);
create index tickets_claimed_by on tickets (claimed_by) where claimed_by is not null;
create index tickets_closed_by on tickets (closed_by) where closed_by is not null;
create index ticket_participants_person on ticket_participants (user_id);
