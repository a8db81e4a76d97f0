-- Whether staff said it; null for what no person said, such as notices and messages of other bots. Judged when the message
-- is heard of, so that adding somebody to a ticket, or taking them out, does not change who answered before.
alter table ticket_messages add column by_staff boolean;
-- When staff answered last, and when somebody else first wrote after that.
alter table tickets add column answered_at timestamptz, add column unanswered_at timestamptz;

update ticket_messages m set by_staff = coalesce(m.sent_by, m.author_id) <> t.opener_id and not exists (
    select from ticket_members tm where tm.guild_id = m.guild_id and tm.ticket_id = m.ticket_id
      and tm.member_id = any(array[coalesce(m.sent_by, m.author_id)] || coalesce((select g.role_ids from guild_members g
        where g.guild_id = m.guild_id and g.user_id = coalesce(m.sent_by, m.author_id)), '{}')))
  from tickets t
  where t.guild_id = m.guild_id and t.ticket_id = m.ticket_id and (m.sent_by is not null or (m.type in (0, 19) and not m.author_bot));

update tickets t set answered_at = a.created_at, unanswered_at = (
    select u.created_at from ticket_messages u
    where u.guild_id = t.guild_id and u.ticket_id = t.ticket_id and u.deleted_at is null and not u.by_staff
      and u.message_id > coalesce(a.message_id, 0)
    order by u.message_id limit 1)
  from tickets o left join lateral (
    select m.message_id, m.created_at from ticket_messages m
    where m.guild_id = o.guild_id and m.ticket_id = o.ticket_id and m.deleted_at is null and m.by_staff
    order by m.message_id desc limit 1) a on true
  where o.guild_id = t.guild_id and o.ticket_id = t.ticket_id and (t.status <> 'closed' or t.is_thread);
-- A tag that staff posted last was an answer too.
update tickets set answered_at = last_message_at, unanswered_at = null
  where last_message_is_staff and last_message_id = said_id;
