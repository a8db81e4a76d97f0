-- What fingerprints of erased people are made with, sealed. It stays when JWT_SECRET is changed, and goes with backups.
create table erasure_keys (
  key_id uuid primary key,
  key bytea not null,
  made_at timestamptz not null default now()
);

-- From now on the last one's reason is the one that stands. Of a ticket that was reopened, that is whoever closed it again.
update tickets set reason_authors = array_remove(reason_authors, closed_by) || closed_by
where reason_authors <> '{}' and reopened_at is not null and closed_by is not null;
