-- The channels of direct messages between a bot of ours and a person, which Discord gave us once.
create table direct_channels (
  bot_id bigint not null,
  user_id bigint not null,
  channel_id bigint not null,
  primary key (bot_id, user_id)
);
create index on direct_channels (user_id);
