-- The application that made a ticket's webhook: who runs it knows the webhook's token. Null where nobody wrote it down; such a webhook
-- is not used, and looked for again.
alter table tickets add column webhook_application_id bigint;

-- Webhooks of a bot that is not trusted any more are deleted. For all but old applications both ids are the same.
alter table former_bots add column application_id bigint;
update former_bots f set application_id = coalesce(
  (select application_id from whitelabel_bots w where w.bot_id = f.bot_id), bot_id);
alter table former_bots alter column application_id set not null;

create or replace function note_former_bot() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' and new.is_trusted then
    delete from former_bots where guild_id = new.guild_id and bot_id = new.bot_id;
  elsif tg_op <> 'INSERT' and old.is_trusted then
    insert into former_bots (guild_id, bot_id, application_id)
    select old.guild_id, old.bot_id, coalesce(
      (select application_id from whitelabel_bots where bot_id = old.bot_id), old.bot_id)
    where exists (select from guilds where guild_id = old.guild_id)
    on conflict do nothing;
  end if;
  return null;
end $$;

-- Its own row is gone by then, with the application's id.
create or replace function leave_bot_guilds() returns trigger language plpgsql as $$
begin
  delete from bot_guilds where bot_id = old.bot_id;
  update former_bots set application_id = old.application_id where bot_id = old.bot_id;
  return null;
end $$;

-- Those that lost trust before have their webhooks still.
select want_effect(guild_id, 'own_bot.out', bot_id::text, clock_timestamp()) from former_bots order by guild_id, bot_id;
