-- A subscription of one person that gives premium to some servers, which they choose themselves.
create table server_subscriptions (
  user_id bigint primary key,
  subscription_id uuid not null default gen_random_uuid(),
  -- How many servers may be chosen.
  servers integer not null check (servers between 1 and 1000),
  -- 0 premium, 1 whitelabel.
  tier smallint not null default 0 check (tier in (0, 1)),
  sku_label text not null,
  expires_at timestamptz,
  created_at timestamptz not null default now()
);

-- A chosen server has premium by an entitlement that comes, changes and goes with the subscription.
alter table entitlements add column subscriber_id bigint references server_subscriptions on delete cascade;
create unique index entitlements_chosen on entitlements (subscriber_id, guild_id) where subscriber_id is not null;
