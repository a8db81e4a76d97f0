-- The processes of this installation. One that is not renewed in time is gone.
create table processes (
  process_id uuid primary key,
  -- What it does: api, bot, jobs.
  roles text[] not null,
  version text not null,
  -- Of the machine or the container, for the operator.
  host text not null,
  -- How it stands with the connection of the program's own bot; 'elsewhere' where another process has it. Null without the role bot.
  bot_state text,
  -- Hashes of what all processes of one installation have to share, by name.
  fingerprint jsonb not null default '{}',
  started_at timestamptz not null default clock_timestamp(),
  until timestamptz not null
);
