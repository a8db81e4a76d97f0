-- Channels and categories that the setup named earlier, while a user's own bot was there, or had been. It may have been let into them,
-- and is let out when it is not trusted any more.
create table bot_channels (
  guild_id bigint not null,
  bot_id bigint not null,
  channel_id bigint not null,
  primary key (guild_id, bot_id, channel_id),
  foreign key (guild_id, channel_id) references guild_channels on delete cascade
);
create index bot_channels_of_channel on bot_channels (guild_id, channel_id);

-- Bots that were trusted in a server, and are not any more. A thread of a closed ticket may have them in it, and Discord lets nobody
-- out of one that is in its archive.
create table former_bots (
  guild_id bigint not null references guilds on delete cascade,
  bot_id bigint not null,
  primary key (guild_id, bot_id)
);
insert into former_bots (guild_id, bot_id)
select guild_id, bot_id from bot_guilds join whitelabel_bots using (bot_id) where not is_trusted;

create function note_former_bot() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' and new.is_trusted then
    delete from former_bots where guild_id = new.guild_id and bot_id = new.bot_id;
  elsif tg_op <> 'INSERT' and old.is_trusted then
    insert into former_bots (guild_id, bot_id) select old.guild_id, old.bot_id
    where exists (select from guilds where guild_id = old.guild_id)
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger former_bot_noted after insert or delete or update of is_trusted on bot_guilds
  for each row execute function note_former_bot();

create function follow_reopened_thread() returns trigger language plpgsql as $$
begin
  perform want_effect(guild_id, 'own_bot.out', bot_id::text, clock_timestamp()) from former_bots where guild_id = new.guild_id;
  return null;
end $$;
create trigger reopened_thread_followed after update of status on tickets
  for each row when (old.status = 'closed' and new.status = 'open' and new.is_thread)
  execute function follow_reopened_thread();

-- The arguments are the columns that name channels.
create function note_named_channels() returns trigger language plpgsql as $$
begin
  insert into bot_channels (guild_id, bot_id, channel_id)
  select b.guild_id, b.bot_id, c.channel_id
  from (
    select guild_id, bot_id from bot_guilds join whitelabel_bots using (bot_id)
    union select guild_id, bot_id from former_bots) b
  join guild_channels c on c.guild_id = b.guild_id
  where b.guild_id = old.guild_id
    and c.channel_id in (select (to_jsonb(old) ->> name)::bigint from unnest(tg_argv) name)
  for key share of c
  on conflict do nothing;
  return null;
end $$;

-- Our bots are let into channels that the setup comes to name.
create function follow_setup_channels() returns trigger language plpgsql as $$
begin
  perform want_effect(new.guild_id, 'setup.bots', '', clock_timestamp())
  where (select count(*) from bots_that_hear(new.guild_id)) > 1;
  return null;
end $$;

create trigger named_channels_noted
  after update of archive_channel, ticket_notification_channel, overflow_category_id, category or delete on guild_settings
  for each row execute function
    note_named_channels('archive_channel', 'ticket_notification_channel', 'overflow_category_id', 'category');
create trigger named_channels_noted after update of channel_id, category_id, pending_category or delete on panels
  for each row execute function note_named_channels('channel_id', 'category_id', 'pending_category');
create trigger named_channels_noted after update of channel_id or delete on multi_panels
  for each row execute function note_named_channels('channel_id');

create trigger setup_channels_followed
  after insert or update of archive_channel, ticket_notification_channel, overflow_category_id, category on guild_settings
  for each row execute function follow_setup_channels();
create trigger setup_channels_followed after insert or update of channel_id, category_id, pending_category on panels
  for each row execute function follow_setup_channels();
create trigger setup_channels_followed after insert or update of channel_id on multi_panels
  for each row execute function follow_setup_channels();
