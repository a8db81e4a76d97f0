-- How the archives that a server imported call people whom this installation has not met. An archive may say anything, so its
-- names are shown in that server alone, and only until Discord has said who somebody is.
create table imported_people (
  guild_id bigint not null references guilds on delete cascade,
  user_id bigint not null,
  username text not null,
  global_name text,
  avatar text,
  bot boolean not null default false,
  primary key (guild_id, user_id)
);
create index imported_people_of_person on imported_people (user_id);
create index imported_people_username on imported_people (guild_id, lower(username) text_pattern_ops);

-- Imports before this version wrote such people among all users, with the year 1970 as the time at which Discord named them.
-- Members and those who have signed in are known by Discord's word under the same name.
insert into imported_people (guild_id, user_id, username, global_name, avatar, bot)
with imported as materialized (
  select guild_id, ticket_id, opener_id, claimed_by, closed_by from tickets where interaction_id = -ticket_id),
servers as materialized (select distinct guild_id from import_ids),
named as (
  select guild_id, opener_id as user_id from imported
  union select guild_id, claimed_by from imported
  union select guild_id, closed_by from imported
  union select guild_id, author_id from ticket_messages join imported using (guild_id, ticket_id)
  union select guild_id, sent_by from ticket_messages join imported using (guild_id, ticket_id)
  union select guild_id, member_id from ticket_members join imported using (guild_id, ticket_id) where kind = 'user'
  union select guild_id, user_id from ticket_participants join imported using (guild_id, ticket_id)
  union select guild_id, user_id from permissions join servers using (guild_id)
  union select guild_id, user_id from blacklisted_users join servers using (guild_id)
  union select guild_id, user_id from support_team_users join support_teams using (team_id) join servers using (guild_id))
select n.guild_id, u.user_id, u.username, u.global_name, u.avatar, u.bot
from named n join users u using (user_id)
where u.updated_at = to_timestamp(0)
  and not exists (select from guild_members m where m.user_id = u.user_id and m.present)
  and not exists (select from sessions s where s.user_id = u.user_id);

delete from users u
where u.updated_at = to_timestamp(0)
  and not exists (select from guild_members m where m.user_id = u.user_id and m.present)
  and not exists (select from sessions s where s.user_id = u.user_id);
