-- Processes that run bots, so that they can share the connections evenly. One that is not renewed in time is gone.
create table gateway_holders (
  holder uuid primary key,
  -- How many connections it carries at most.
  capacity integer not null check (capacity > 0),
  until timestamptz not null
);

-- Up to where its holder has done the work of its session: the next one goes on there, if it comes soon.
alter table gateway_leases add column session jsonb;

-- Discord lets so many of a bot's shards identify in five seconds; those that share a bucket come one after another.
create table gateway_identifies (
  bot_id bigint not null,
  bucket integer not null,
  -- When the last of them identifies, or did.
  at timestamptz not null,
  primary key (bot_id, bucket)
);
