-- The stamps that this database has left in storage. The newest of them stands in storage itself; one that does not stand here is of
-- another database, or of a copy of this one.
create table storage_stamps (
  stamp uuid primary key,
  written_at timestamptz not null default now()
);
