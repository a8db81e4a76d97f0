-- Who answered in a ticket from the dashboard under the name of the server, and not otherwise, stays unnamed for members, also
-- after the setting is turned off.
alter table ticket_participants add column unnamed boolean not null default false;
-- A reply that is sent again stands under the name that it was first meant to have.
alter table ticket_replies add column unnamed boolean not null default false;
-- The same of who shares a transcript by a link.
alter table transcript_links add column sharer_unnamed boolean not null default false;

-- A reply of before was sent under the name of the person unless it says another one: the server may have been renamed since.
-- A person who was renamed since is left out, too.
update ticket_participants p set unnamed = true
  from (
    select m.guild_id, m.ticket_id, m.sent_by as user_id
    from ticket_messages m
    left join users u on u.user_id = m.sent_by
    where m.sent_by is not null
    group by m.guild_id, m.ticket_id, m.sent_by
    having not coalesce(bool_or(case
      when m.author_name is null then starts_with(m.content, '**' || coalesce(u.global_name, u.username) || '**: ')
      else replace(m.author_name, chr(8202), '') in (u.global_name, u.username) end), false)) said
  where p.guild_id = said.guild_id and p.ticket_id = said.ticket_id and p.user_id = said.user_id
    and not exists (select from ticket_messages m
      where m.guild_id = p.guild_id and m.ticket_id = p.ticket_id and m.author_id = p.user_id)
    and not exists (select from tickets t
      where t.guild_id = p.guild_id and t.ticket_id = p.ticket_id and t.said_by = p.user_id);
-- Where nothing of a conversation is kept, it is not known. As the closers of 0061.
update ticket_participants p set unnamed = true
  from guild_settings s
  where s.guild_id = p.guild_id and s.anonymise_dashboard_responses
    and not exists (select from ticket_messages m where m.guild_id = p.guild_id and m.ticket_id = p.ticket_id);
update ticket_replies r set unnamed = true
  from guild_settings s
  where s.guild_id = r.guild_id and s.anonymise_dashboard_responses and r.message_id is null;
update transcript_links l set sharer_unnamed = true
  from guild_settings s
  where s.guild_id = l.guild_id and s.anonymise_dashboard_responses;

-- Of which panels there are tickets in a download of transcripts, 0 for none. Of one that was made before it is not known: its
-- maker asks for a new one.
alter table transcript_downloads add column panel_ids integer[];
