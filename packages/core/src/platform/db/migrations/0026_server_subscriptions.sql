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

-- Whether what stands in Discord (messages of panels, commands of tags) was made for a server with premium; null before it
-- was looked at.
alter table guilds add column shows_premium boolean;
update guilds g set shows_premium = exists (
  select from entitlements e
  where (e.guild_id = g.guild_id or e.guild_id is null and e.user_id = g.owner_id)
    and (e.expires_at is null or e.expires_at > now() - interval '1 hour'));
create index guilds_owner on guilds (owner_id);

-- Whoever gives, takes or changes premium, what depends on it follows.
create function follow_entitlement() returns trigger language plpgsql as $$
begin
  perform want_effect(g.guild_id, 'premium', '', clock_timestamp()) from guilds g
    where g.guild_id in (old.guild_id, new.guild_id)
      or old.guild_id is null and g.owner_id = old.user_id
      or new.guild_id is null and g.owner_id = new.user_id;
  return null;
end $$;
create trigger entitlement_followed after insert or update or delete on entitlements
  for each row execute function follow_entitlement();

-- A server that comes, comes back, or gets another owner may have what that owner has.
create function follow_owner() returns trigger language plpgsql as $$
begin
  if exists (select from entitlements e where e.guild_id = new.guild_id
      or e.guild_id is null and e.user_id in (old.owner_id, new.owner_id)) then
    perform want_effect(new.guild_id, 'premium', '', clock_timestamp());
  end if;
  return null;
end $$;
create trigger guild_came after insert on guilds for each row execute function follow_owner();
create trigger owner_followed after update of owner_id, left_at on guilds for each row
  when (new.owner_id is distinct from old.owner_id or new.left_at is distinct from old.left_at)
  execute function follow_owner();

-- Ends that were looked for every minute until now.
select want_effect(g.guild_id, 'premium', '', now()) from guilds g where exists (
  select from entitlements e where e.guild_id = g.guild_id or e.guild_id is null and e.user_id = g.owner_id);
