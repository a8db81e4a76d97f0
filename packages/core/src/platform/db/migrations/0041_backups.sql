-- Which backups were made, and which failed: what is due is found by it, and the doctor asks it.
create table backups (
  backup_id integer generated always as identity primary key,
  kind text not null check (kind in ('command', 'nightly', 'upgrade')),
  -- Where it lies, as an operator names it.
  place text not null,
  folder text,
  began_at timestamptz not null,
  finished_at timestamptz not null,
  bytes bigint,
  -- Why there is none.
  problem text
);
create index backups_began on backups (began_at);
