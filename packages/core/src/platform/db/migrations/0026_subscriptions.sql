-- Premium for a number of servers that its owner chooses: bought elsewhere, and entered by the operator.
create table subscriptions (
  subscription_id uuid primary key default gen_random_uuid(),
  user_id bigint not null unique,
  -- As in entitlements.
  tier smallint not null default 0 check (tier in (0, 1)),
  label text not null,
  server_count integer not null check (server_count between 1 and 1000),
  expires_at timestamptz,
  created_at timestamptz not null default now()
);

-- The servers that were chosen are entitlements, and end with what they come from.
alter table entitlements add column subscription_id uuid references subscriptions on delete cascade;
create unique index entitlements_chosen on entitlements (subscription_id, guild_id) where subscription_id is not null;
