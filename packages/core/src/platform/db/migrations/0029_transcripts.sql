-- Lets one index hold a server's number beside words.
create extension if not exists btree_gin;

-- What PostgreSQL knows about the words of a language. It has nothing of its own for Polish.
create function search_config(of_language text) returns regconfig language sql immutable parallel safe as $$
  select case of_language
    when 'de' then 'german' when 'es' then 'spanish' when 'fr' then 'french' when 'nl' then 'dutch'
    when 'br' then 'portuguese' when 'tr' then 'turkish' when 'pl' then 'simple' else 'english' end::regconfig
$$;

-- Languages that put no space between words are searched letter by letter: Thai, Lao, Burmese, Khmer, Japanese, Chinese.
create function spread_letters(said text) returns text language sql immutable parallel safe as $$
  select case when said ~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]'
    then regexp_replace(said, '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff])', ' \1 ', 'g')
    else said end
$$;

-- The words of a text as they are searched for: as they stand, for whatever language somebody wrote in, and without the
-- endings that they have in the server's language.
create function words_of(of_language text, said text) returns tsvector language sql immutable parallel safe as $$
  select to_tsvector(search_config(of_language), spread_letters(said)) || to_tsvector('simple', spread_letters(said))
$$;

-- What can be found in a server: what was said in tickets, what forms were answered with, and why tickets were closed. The
-- triggers below write it, so that nothing which writes one of those can forget it.
create table search_texts (
  guild_id bigint not null,
  ticket_id integer not null,
  source text not null check (source in ('answer', 'close_reason', 'message')),
  -- Of a message its id; of an answer its position, in a survey from 100 on; of a close reason 0.
  text_id bigint not null,
  -- Who said it; null where nobody did.
  author_id bigint,
  said_at timestamptz not null,
  words tsvector not null,
  -- Read backwards it is the order of results: the newest ticket first, and in it the last words.
  primary key (guild_id, ticket_id, source, text_id),
  foreign key (guild_id, ticket_id) references tickets on delete cascade
) partition by hash (guild_id);
do $$
begin
  for i in 0 .. 7 loop
    execute format('create table search_texts_p%s partition of search_texts for values with (modulus 8, remainder %s)', i, i);
  end loop;
end $$;
create index search_texts_words on search_texts using gin (guild_id, words);
create index search_texts_author on search_texts (guild_id, author_id, ticket_id desc) where author_id is not null;

create function language_of(of_guild bigint) returns text language sql stable as $$
  select language from guild_settings where guild_id = of_guild
$$;

create function find_text(
  of_guild bigint, of_ticket integer, of_source text, of_text bigint, by_author bigint, at timestamptz, said text
) returns void language plpgsql as $$
declare
  found tsvector := words_of(language_of(of_guild), said);
begin
  if found = '' then
    delete from search_texts
      where guild_id = of_guild and ticket_id = of_ticket and source = of_source and text_id = of_text;
  else
    insert into search_texts values (of_guild, of_ticket, of_source, of_text, by_author, at, found)
    on conflict (guild_id, ticket_id, source, text_id) do update
      set author_id = excluded.author_id, said_at = excluded.said_at, words = excluded.words;
  end if;
end $$;

-- What a bot shows in embeds, such as the welcome message, is the same in every ticket and would hide what people say. What a
-- person passes on, or asks in a poll, stands in embeds too.
create function said_in(content text, embeds jsonb, author_bot boolean) returns text language sql immutable as $$
  select case when author_bot or embeds = '[]' then content
    else concat_ws(' ', content, (
      select string_agg(found #>> '{}', ' ')
      from jsonb_path_query(embeds, 'strict $.** ? (@.type() == "object").keyvalue() ? (@.key == "title" || @.key == "description" || @.key == "name" || @.key == "value").value ? (@.type() == "string")') found)) end
$$;

create function find_message() returns trigger language plpgsql as $$
begin
  perform find_text(new.guild_id, new.ticket_id, 'message', new.message_id, coalesce(new.sent_by, new.author_id),
    new.created_at, said_in(new.content, new.embeds, new.author_bot));
  return null;
end $$;
create trigger ticket_messages_found after insert on ticket_messages
  for each row when (new.content <> '' or (new.embeds <> '[]' and not new.author_bot)) execute function find_message();
create trigger ticket_messages_found_again after update of content, embeds, author_id, sent_by, author_bot on ticket_messages
  for each row when (old.content <> new.content or old.embeds <> new.embeds or old.author_id <> new.author_id
    or old.sent_by is distinct from new.sent_by) execute function find_message();
create function lose_message() returns trigger language plpgsql as $$
begin
  delete from search_texts
    where guild_id = old.guild_id and ticket_id = old.ticket_id and source = 'message' and text_id = old.message_id;
  return null;
end $$;
create trigger ticket_messages_lost after delete on ticket_messages for each row execute function lose_message();

create function find_answer() returns trigger language plpgsql as $$
declare
  place integer := case when old.kind = 'exit_survey' then 100 else 0 end + old.position;
begin
  if tg_op = 'DELETE' then
    delete from search_texts
      where guild_id = old.guild_id and ticket_id = old.ticket_id and source = 'answer' and text_id = place;
    return null;
  end if;
  place := case when new.kind = 'exit_survey' then 100 else 0 end + new.position;
  perform find_text(new.guild_id, new.ticket_id, 'answer', place,
    (select opener_id from tickets where guild_id = new.guild_id and ticket_id = new.ticket_id), new.answered_at, new.value);
  return null;
end $$;
create trigger ticket_answers_found after insert or update or delete on ticket_answers
  for each row execute function find_answer();

create function find_close_reason() returns trigger language plpgsql as $$
begin
  perform find_text(new.guild_id, new.ticket_id, 'close_reason', 0, new.closed_by, coalesce(new.closed_at, now()),
    coalesce(new.close_reason, ''));
  return null;
end $$;
create trigger tickets_reason_found after update of close_reason, closed_by on tickets for each row
  when (old.close_reason is distinct from new.close_reason
    or (new.close_reason is not null and old.closed_by is distinct from new.closed_by))
  execute function find_close_reason();
create trigger tickets_reason_found_at_once after insert on tickets for each row
  when (new.close_reason is not null) execute function find_close_reason();

insert into search_texts
  select guild_id, ticket_id, 'message', message_id, coalesce(sent_by, author_id), created_at, words
  from (select m.*, words_of(s.language, said_in(content, embeds, author_bot)) words
        from ticket_messages m left join guild_settings s using (guild_id)) m
  where words <> '';
insert into search_texts
  select guild_id, ticket_id, 'answer', case when kind = 'exit_survey' then 100 else 0 end + position, opener_id, answered_at, words
  from (select a.*, t.opener_id, words_of(s.language, a.value) words
        from ticket_answers a join tickets t using (guild_id, ticket_id) left join guild_settings s using (guild_id)) a
  where words <> '';
insert into search_texts
  select guild_id, ticket_id, 'close_reason', 0, closed_by, coalesce(closed_at, now()), words
  from (select t.*, words_of(s.language, close_reason) words
        from tickets t left join guild_settings s using (guild_id) where close_reason is not null) t
  where words <> '';

-- Who read a transcript, how often, and when.
create table transcript_reads (
  guild_id bigint not null,
  ticket_id integer not null,
  user_id bigint not null,
  times integer not null default 1,
  first_read_at timestamptz not null default now(),
  last_read_at timestamptz not null default now(),
  primary key (guild_id, ticket_id, user_id),
  foreign key (guild_id, ticket_id) references tickets on delete cascade
);
create index transcript_reads_person on transcript_reads (user_id);

-- Links with which anybody reads a transcript until they expire or are revoked. Whoever has the database has none of them.
create table transcript_links (
  link_id uuid primary key default gen_random_uuid(),
  guild_id bigint not null,
  ticket_id integer not null,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  made_by bigint not null,
  made_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by bigint,
  times_opened integer not null default 0,
  last_opened_at timestamptz,
  foreign key (guild_id, ticket_id) references tickets on delete cascade
);
create index transcript_links_of_ticket on transcript_links (guild_id, ticket_id, made_at desc);

-- For how long a server keeps the transcripts of closed tickets, and their files. A server without a row keeps them.
create table transcript_retention (
  guild_id bigint primary key references guilds on delete cascade,
  days integer not null check (days between 1 and 3650),
  changed_by bigint not null,
  changed_at timestamptz not null default now()
);

-- Which transcripts were removed: of one ticket by an administrator, or of many because they were old enough.
create table transcript_removals (
  guild_id bigint not null references guilds on delete cascade,
  removal_id bigint generated always as identity,
  removed_at timestamptz not null default now(),
  -- Null where their age did it.
  removed_by bigint,
  ticket_id integer,
  days integer,
  tickets integer not null,
  messages bigint not null,
  files integer not null,
  primary key (guild_id, removal_id)
);

-- Downloads of many transcripts, which are made in the background.
create table transcript_downloads (
  download_id uuid primary key default gen_random_uuid(),
  guild_id bigint not null references guilds on delete cascade,
  asked_by bigint not null,
  asked_at timestamptz not null default now(),
  filter jsonb not null,
  form text not null check (form in ('html', 'text', 'json')),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  tickets_total integer,
  tickets_done integer not null default 0,
  finished_at timestamptz,
  problem text,
  -- Of one that can be fetched: its file, how large it is, and until when it is kept.
  file_key text,
  file_bytes bigint,
  file_expires_at timestamptz
);
create unique index transcript_downloads_one on transcript_downloads (guild_id, asked_by) where state in ('waiting', 'running');
create index transcript_downloads_of_guild on transcript_downloads (guild_id, asked_at desc);

-- Closed tickets by when they were closed, for the list's dates and for what has grown old.
create index tickets_closed_at on tickets (guild_id, closed_at) where status = 'closed' and closed_at is not null;
