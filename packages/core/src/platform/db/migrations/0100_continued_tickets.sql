-- Which ticket goes on from another one.
create index tickets_continues on tickets (guild_id, continues) where continues is not null;
