-- Whose words a ticket's subject is. Null where it is the title of a panel, or the server's own words.
alter table tickets add column subject_author_id bigint;
-- By this the former subject is recognised in Discord, until it is gone from there, too.
alter table tickets add column erased_subject bytea;
create index tickets_subject_author on tickets (subject_author_id) where subject_author_id is not null;
create index tickets_origin_author on tickets ((origin ->> 'author_id')) where origin is not null;
create index tickets_origin_sender on tickets ((origin ->> 'sent_by')) where origin is not null;

-- Who wrote the message in the dashboard that a ticket was started from: 1 where they have been erased since.
update tickets t set origin = t.origin || jsonb_build_object('sent_by', m.sent_by::text)
from tickets s join ticket_messages m using (guild_id, ticket_id)
where t.origin ->> 'author_id' <> '1' and s.guild_id = t.guild_id and s.channel_id = (t.origin ->> 'channel_id')::bigint
  and m.message_id = (t.origin ->> 'message_id')::bigint and m.sent_by is not null;

with recursive named as (
  select guild_id, ticket_id, subject,
    case when source = 'context_menu' then coalesce(origin ->> 'sent_by', origin ->> 'author_id')::bigint else opener_id end as author_id
  from tickets t
  where subject <> 'This was removed at the request of the person concerned.'
    and subject not in ('No subject given', 'Kein Betreff angegeben', 'Sin asunto', 'Geen onderwerp opgegeven', 'Nenhum assunto informado',
      'Nie podano tematu', 'Konu belirtilmedi', 'Aucun sujet indiqué')
    and not exists (select from panels p where p.guild_id = t.guild_id and p.panel_id = t.panel_id and trim(p.title) = t.subject)
    and (source = 'command'
      -- Without its words, nobody knows any more whether the subject is of them.
      or source = 'context_menu' and (origin ->> 'content' = '' or strpos(origin ->> 'content', subject) > 0))
  union
  select later.guild_id, later.ticket_id, later.subject, named.author_id from named cross join lateral (
    select guild_id, ticket_id, subject from tickets t
    where t.guild_id = named.guild_id and t.continues = named.ticket_id and t.subject = named.subject offset 0) later)
update tickets t set subject_author_id = nullif(named.author_id, 1),
  subject = case named.author_id when 1 then 'This was removed at the request of the person concerned.' else t.subject end
from named where t.guild_id = named.guild_id and t.ticket_id = named.ticket_id;

update tickets set origin = origin - 'sent_by'
  || '{"author_id": "1", "content": "This was removed at the request of the person concerned."}'
where origin ->> 'sent_by' = '1';

-- What an erased subject was is not known any more. What is kept of the ticket may still begin with it, and so may Discord.
update tickets set erased_subject = '' where subject = 'This was removed at the request of the person concerned.';
-- Where nobody knows the subject, or it never was theirs, the message that the ticket was started from may still be quoted.
insert into effects (guild_id, kind, key, wanted, due_at)
select guild_id, 'ticket.greeting', ticket_id::text, '{}', now() from tickets where erased_subject = '' or origin ->> 'author_id' = '1'
on conflict do nothing;

-- An imported message may be longer than any of Discord's, and a tsvector holds no more than a megabyte.
create or replace function words_found(of_guild bigint, said text) returns tsvector language sql stable as $$
  -- What stands between `<` and `>` are words too, and no tags. A word of two thousand bytes is none that anybody looks for,
  -- and with the server's letters it would be too long to keep.
  select words_in_server(of_guild, words_of(language_of(of_guild), translate(
    case when octet_length(said) > 2000 then regexp_replace(left(said, 100000), '\S{255}\S{255}\S*', ' ', 'g') else said end, '<>', '  ')))
$$;
