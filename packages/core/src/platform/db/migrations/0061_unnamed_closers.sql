-- Whether answers were anonymised when someone closed a ticket from the dashboard, so that the name stays with staff also
-- after the setting is turned off. Of earlier closes that is not known any more: where answers are anonymised now, their names
-- are hidden from members, and stay so; where they are not, members read these names today.
alter table tickets add column closer_unnamed boolean not null default false;
update tickets t set closer_unnamed = true
  from guild_settings s
  where s.guild_id = t.guild_id and s.anonymise_dashboard_responses and t.close_source = 'dashboard';
