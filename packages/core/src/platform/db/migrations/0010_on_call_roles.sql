-- The role of a deleted team is deleted in Discord after it; until then its id is kept.
alter table on_call_roles drop constraint on_call_roles_team_id_fkey;
