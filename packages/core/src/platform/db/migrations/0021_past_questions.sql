-- How questions of forms read before they were changed or deleted: a member may have had the form open meanwhile, and
-- what they wrote is kept under the question that they saw.
create table past_questions (
  guild_id bigint not null references guilds on delete cascade,
  custom_id text not null,
  label text not null,
  replaced_at timestamptz not null,
  primary key (guild_id, custom_id, replaced_at)
);
create index past_questions_replaced on past_questions (replaced_at);
