-- How long what changed is as JSON, known without unpacking it: a page of the audit log ends where it would be too long.
alter table audit_entries add column bytes integer not null
  generated always as (coalesce(octet_length(before::text), 0) + coalesce(octet_length(after::text), 0)) stored;
