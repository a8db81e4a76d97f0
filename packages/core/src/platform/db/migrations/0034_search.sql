-- As before, with a gap between the two ways in which words are written down, so that no phrase reaches from the end of a
-- text to its beginning.
create or replace function words_of(of_language text, said text) returns tsvector language sql immutable parallel safe as $$
  select ts_delete(to_tsvector(search_config(of_language), spread_letters(said)) || ''' '':100'::tsvector
    || to_tsvector('simple', spread_letters(said)), ' ')
$$;

-- Four letters of its server stand before each word that can be found, so that what the index lists under a word is of this
-- server, and hardly ever of another. Without them the list of a common word would name the rows of all servers.
create function server_letters(guild bigint) returns text language sql immutable parallel safe as $$
  select left(md5(guild::text), 4)
$$;
-- In how PostgreSQL writes words and queries, a word begins with a quote after a space, and no word has a space in it.
create function words_in_server(guild bigint, words tsvector) returns tsvector language sql immutable parallel safe as $$
  select regexp_replace(words::text, '(^| )''', '\1''' || server_letters(guild), 'g')::tsvector
$$;
create function query_in_server(guild bigint, query tsquery) returns tsquery language sql immutable parallel safe as $$
  select regexp_replace(query::text, '(^| )(!*)''', '\1\2''' || server_letters(guild), 'g')::tsquery
$$;

-- The language that somebody chose for the server, else that of the server in Discord.
create or replace function language_of(of_guild bigint) returns text language sql stable as $$
  select coalesce(
    (select language from guild_settings where guild_id = of_guild),
    (select case preferred_locale when 'pt-BR' then 'br' else split_part(preferred_locale, '-', 1) end
     from guilds where guild_id = of_guild))
$$;

create function words_found(of_guild bigint, said text) returns tsvector language sql stable as $$
  -- What stands between `<` and `>` are words too, and no tags. A word of two thousand bytes is none that anybody looks for,
  -- and with the server's letters it would be too long to keep.
  select words_in_server(of_guild, words_of(language_of(of_guild), translate(
    case when octet_length(said) > 2000 then regexp_replace(said, '\S{255}\S{255}\S*', ' ', 'g') else said end, '<>', '  ')))
$$;

-- A message with a file is found by `has:file`, also where nothing was said with it.
alter table search_texts add column has_file boolean not null default false;
create index search_texts_files on search_texts (guild_id, ticket_id desc, text_id desc) where has_file;
drop index search_texts_words;
drop extension btree_gin;
create index search_texts_words on search_texts using gin (words);
-- What waits to be sorted into the index is read by every search, so it is kept short.
do $$
begin
  for i in 0 .. 7 loop
    execute format('alter index search_texts_p%s_words_idx set (gin_pending_list_limit = 256)', i);
  end loop;
end $$;

create or replace function find_text(
  of_guild bigint, of_ticket integer, of_source text, of_text bigint, by_author bigint, at timestamptz, said text
) returns void language plpgsql as $$
declare
  found tsvector := words_found(of_guild, said);
begin
  if found = '' then
    delete from search_texts
      where guild_id = of_guild and ticket_id = of_ticket and source = of_source and text_id = of_text and not has_file;
    update search_texts set words = found, author_id = by_author
      where guild_id = of_guild and ticket_id = of_ticket and source = of_source and text_id = of_text;
  else
    insert into search_texts (guild_id, ticket_id, source, text_id, author_id, said_at, words)
    values (of_guild, of_ticket, of_source, of_text, by_author, at, found)
    on conflict (guild_id, ticket_id, source, text_id) do update
      set author_id = excluded.author_id, said_at = excluded.said_at, words = excluded.words;
  end if;
end $$;

create function find_files() returns trigger language plpgsql as $$
begin
  insert into search_texts (guild_id, ticket_id, source, text_id, author_id, said_at, words, has_file)
    select distinct guild_id, ticket_id, 'message', message_id, coalesce(sent_by, author_id), created_at, ''::tsvector, true
    from added join ticket_messages m using (guild_id, ticket_id, message_id)
  on conflict (guild_id, ticket_id, source, text_id) do update set has_file = true;
  return null;
end $$;
create trigger ticket_attachments_found after insert on ticket_attachments
  referencing new table as added for each statement execute function find_files();
create function lose_files() returns trigger language plpgsql as $$
begin
  update search_texts s set has_file = false
  from (select distinct guild_id, ticket_id, message_id from removed) r
  where s.guild_id = r.guild_id and s.ticket_id = r.ticket_id and s.source = 'message' and s.text_id = r.message_id
    and not exists (select from ticket_attachments a
      where a.guild_id = r.guild_id and a.ticket_id = r.ticket_id and a.message_id = r.message_id);
  delete from search_texts s using (select distinct guild_id, ticket_id, message_id from removed) r
  where s.guild_id = r.guild_id and s.ticket_id = r.ticket_id and s.source = 'message' and s.text_id = r.message_id
    and s.words = '' and not s.has_file;
  return null;
end $$;
create trigger ticket_attachments_lost after delete on ticket_attachments
  referencing old table as removed for each statement execute function lose_files();

truncate search_texts;
insert into search_texts
  select guild_id, ticket_id, 'message', message_id, coalesce(sent_by, author_id), created_at, words, has_file
  from (select m.*, words_found(guild_id, said_in(content, embeds, author_bot)) words,
          exists (select from ticket_attachments a where a.guild_id = m.guild_id and a.ticket_id = m.ticket_id
            and a.message_id = m.message_id) has_file
        from ticket_messages m) m
  where words <> '' or has_file;
insert into search_texts
  select guild_id, ticket_id, 'answer', case when kind = 'exit_survey' then 100 else 0 end + position, opener_id, answered_at, words
  from (select a.*, t.opener_id, words_found(a.guild_id, a.value) words
        from ticket_answers a join tickets t using (guild_id, ticket_id)) a
  where words <> '';
insert into search_texts
  select guild_id, ticket_id, 'close_reason', 0, closed_by, coalesce(closed_at, now()), words
  from (select t.*, words_found(t.guild_id, close_reason) words from tickets t where close_reason is not null) t
  where words <> '';
