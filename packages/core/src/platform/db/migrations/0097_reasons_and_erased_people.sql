-- Who else wrote why this ticket was closed: whoever changed the reason, and whoever closed it, without being named, before it was
-- reopened. They may have their words erased.
alter table tickets add column reason_authors bigint[] not null default '{}';
create index tickets_reason_authors on tickets (guild_id, ticket_id) where reason_authors <> '{}';

-- Whose data was erased, by a fingerprint that tells nobody who it is, and when that began. What they wrote before is not taken from
-- Discord again.
create table erased_people (
  fingerprint bytea primary key,
  erased_at timestamptz not null
);
create index erased_people_since on erased_people (erased_at);
