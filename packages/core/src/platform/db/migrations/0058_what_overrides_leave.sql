-- What somebody changed whom nothing but a staff override let in.
alter table audit_entries add column by_override boolean not null default false;
update audit_entries set by_override = true where because like '%the server let the Tickets team in%';
create index audit_entries_by_override on audit_entries (guild_id, entry_id) where by_override;

-- Earlier versions let what was made through an override outlive it. Each server that granted one is looked at once.
-- At a time that is the same in every upgrade and restore.
insert into effects (guild_id, kind, key, wanted_at, due_at)
select g.guild_id, 'override.leftovers', '', to_timestamp(0), to_timestamp(0) from guilds g
where exists (select from audit_entries a where a.guild_id = g.guild_id and a.action = 70)
on conflict do nothing;
