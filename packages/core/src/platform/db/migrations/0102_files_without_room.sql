-- They are looked for each hour, and are few.
create index ticket_attachments_over_quota on ticket_attachments (guild_id, ticket_id) where state = 'over_quota';
