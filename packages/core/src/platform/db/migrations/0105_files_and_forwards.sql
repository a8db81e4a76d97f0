-- Which tickets a finished download has something of (null: not known, it is of an earlier version), and whose transcripts were
-- deleted by somebody while it was made. A file that had one of these is withdrawn.
alter table transcript_downloads
  add column ticket_ids integer[],
  add column removed_ids integer[] not null default '{}',
  drop constraint transcript_downloads_state_check,
  add constraint transcript_downloads_state_check
    check (state in ('waiting', 'running', 'done', 'failed', 'cancelled', 'withdrawn'));
alter table server_exports
  drop constraint server_exports_state_check,
  add constraint server_exports_state_check
    check (state in ('waiting', 'running', 'done', 'failed', 'cancelled', 'withdrawn'));

-- What a person passes on may stand in components. Of no message before now are any kept that a person passed on. `embeds` may have
-- components at its end.
create or replace function said_in(content text, embeds jsonb, author_bot boolean) returns text language sql immutable as $$
  select case when author_bot or embeds = '[]' then content
    else concat_ws(' ', content, (
      select string_agg(found #>> '{}', ' ')
      from jsonb_path_query(embeds, 'strict $.** ? (@.type() == "object").keyvalue() ? (@.key == "title" || @.key == "description" || @.key == "name" || @.key == "value" || @.key == "content" || @.key == "label" || @.key == "placeholder").value ? (@.type() == "string")') found)) end
$$;
create or replace function find_message() returns trigger language plpgsql as $$
begin
  perform find_text(new.guild_id, new.ticket_id, 'message', new.message_id, coalesce(new.sent_by, new.author_id),
    new.created_at, said_in(new.content, new.embeds || new.components, new.author_bot));
  return null;
end $$;
drop trigger ticket_messages_found on ticket_messages;
create trigger ticket_messages_found after insert on ticket_messages
  for each row when (new.content <> '' or ((new.embeds <> '[]' or new.components <> '[]') and not new.author_bot))
  execute function find_message();
drop trigger ticket_messages_found_again on ticket_messages;
create trigger ticket_messages_found_again
  after update of content, embeds, components, author_id, sent_by, author_bot on ticket_messages
  for each row when (old.content <> new.content or old.embeds <> new.embeds
    or (old.components <> new.components and not new.author_bot) or old.author_id <> new.author_id
    or old.sent_by is distinct from new.sent_by) execute function find_message();
