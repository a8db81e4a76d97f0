-- Which of our bots wrote a message that is edited later, or whose buttons have to work; null: the program's own.
alter table panels add column message_bot_id bigint;
alter table multi_panels add column message_bot_id bigint;
alter table tickets add column welcome_bot_id bigint;

-- A bot that comes to a server with several of ours is to be let into its open tickets, and the buttons of one that goes work no more.
create or replace function follow_bot_guild() returns trigger language plpgsql as $$
begin
  perform follow_serving_bot(coalesce(new.guild_id, old.guild_id));
  if exists (select from guilds where guild_id = coalesce(new.guild_id, old.guild_id) and served_by is not null) then
    perform want_effect(coalesce(new.guild_id, old.guild_id), 'serving_bot', '', clock_timestamp());
  end if;
  return null;
end $$;
