-- What belongs to a server, put into one file for whoever administers it.
create table server_exports (
  export_id uuid primary key default gen_random_uuid(),
  guild_id bigint not null references guilds on delete cascade,
  -- Null: the operator's command.
  asked_by bigint,
  asked_at timestamptz not null default now(),
  contents text not null check (contents in ('everything', 'setup', 'tickets')),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  tickets_done integer not null default 0,
  tickets_total integer,
  finished_at timestamptz,
  problem text,
  file_key text,
  file_bytes bigint,
  file_expires_at timestamptz
);
-- A server makes one at a time.
create unique index server_exports_one_at_a_time on server_exports (guild_id) where state in ('waiting', 'running');
create index server_exports_asked on server_exports (guild_id, asked_at desc);
create index server_exports_files on server_exports (file_expires_at) where file_key is not null;

-- An archive that was sent to be imported, or that is awaited at the address that was told for it.
create table import_uploads (
  upload_id uuid primary key default gen_random_uuid(),
  guild_id bigint not null references guilds on delete cascade,
  asked_by bigint,
  file_type text not null check (file_type in ('data', 'transcripts')),
  origin text not null default 'upload' check (origin in ('upload', 'copy')),
  state text not null default 'awaited'
    check (state in ('awaited', 'checking', 'checked', 'refused', 'confirmed', 'done', 'failed', 'discarded')),
  -- Whether it is only checked until it is confirmed.
  preview boolean not null default false,
  -- What its address was made for.
  content_type text not null,
  announced_bytes bigint,
  file_key text,
  file_bytes bigint,
  -- Of what was checked: nothing else is imported, whatever comes to its place.
  file_sha256 text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  problem text,
  report jsonb,
  mapping jsonb not null default '{"channels": {}, "roles": {}}'
);
-- One of a type waits in a server; a newer one takes its place.
create unique index import_uploads_pending on import_uploads (guild_id, file_type, origin)
  where state in ('awaited', 'checking', 'checked');
create index import_uploads_sent on import_uploads (guild_id, created_at desc);
create index import_uploads_files on import_uploads (expires_at) where file_key is not null;

-- One import: of the set-up, or of the tickets, of an archive. `done` of `total` are worked off; after a crash it goes on there.
create table import_runs (
  run_id uuid primary key default gen_random_uuid(),
  guild_id bigint not null references guilds on delete cascade,
  upload_id uuid not null references import_uploads on delete cascade,
  run_type text not null check (run_type in ('DATA', 'TRANSCRIPT')),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  done integer not null default 0,
  total integer not null default 0,
  attempts integer not null default 0,
  created integer not null default 0,
  changed integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  problem text,
  unique (upload_id, run_type)
);
create index import_runs_of_server on import_runs (guild_id, created_at desc);
create index import_runs_unfinished on import_runs (run_type) where state in ('waiting', 'running');

create table import_logs (
  run_log_id bigint generated always as identity primary key,
  run_id uuid not null references import_runs on delete cascade,
  log_type text not null check (log_type in ('RUN_START', 'SUCCESS', 'FAIL', 'SKIP', 'RUN_COMPLETE')),
  entity_type text,
  message text,
  logged_at timestamptz not null default now()
);
create index import_logs_of_run on import_logs (run_id, run_log_id);

-- What each thing of an archive became here, so that importing it again makes nothing twice. `source` is the server, and the
-- product, that the archive was made of.
create table import_ids (
  guild_id bigint not null references guilds on delete cascade,
  source text not null,
  area text not null,
  source_id text not null,
  target_id text not null,
  primary key (guild_id, source, area, source_id)
);

-- What is imported happened long ago, so nobody is told of it.
create or replace function hear_survey() returns trigger language plpgsql as $$
begin
  if current_setting('tickets.importing', true) = 'on' then return null; end if;
  perform tell_webhooks(t.guild_id, t.ticket_id, 'ticket.survey_answered', t.opener_id)
  from tickets t join (select distinct guild_id, ticket_id from added where kind = 'exit_survey') a using (guild_id, ticket_id);
  return null;
end $$;
