-- Premium from more sources than the operator's word, and what follows when it begins or ends.

-- Keys that the operator makes. A key itself is told once, when it is made, and kept nowhere.
create table premium_keys (
  key_id integer generated always as identity primary key,
  hash bytea not null unique,
  tier smallint not null default 0 check (tier in (0, 1)),
  -- How long the premium of it lasts; null for good.
  days integer check (days > 0),
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  redeemed_at timestamptz,
  redeemed_by bigint,
  guild_id bigint
);

-- Keys that somebody entered and that are none, in a row.
create table premium_key_misses (
  user_id bigint primary key,
  misses integer not null,
  since timestamptz not null
);

-- Subscriptions of a person for some servers, which they choose. The entitlements of the chosen servers name it.
create table premium_subscriptions (
  subscription_id uuid primary key default gen_random_uuid(),
  user_id bigint not null unique,
  servers integer not null check (servers > 0),
  tier smallint not null default 0 check (tier in (0, 1)),
  sku_label text not null,
  expires_at timestamptz,
  created_at timestamptz not null default now()
);

alter table entitlements
  add column key_id integer unique references premium_keys on delete cascade,
  add column subscription_id uuid references premium_subscriptions on delete cascade,
  -- The id that Discord gave to what was bought there, and of what it is.
  add column discord_id bigint unique,
  add column sku_id bigint,
  add unique (subscription_id, guild_id);

-- Whether a server's messages and commands in Discord are those of a server with premium.
create table premium_followed (
  guild_id bigint primary key references guilds on delete cascade,
  had boolean not null
);

-- Whatever gives or takes premium has what depends on it follow, by the effect `premium` of each server.

create function want_premium(of_guild bigint, of_user bigint) returns void language sql as $$
  select want_effect(guild_id, 'premium', '', clock_timestamp()) from guilds
  where guild_id = of_guild or owner_id = of_user
  order by guild_id
$$;

create function follow_entitlement() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform want_premium(old.guild_id, old.user_id); end if;
  if tg_op <> 'DELETE' then perform want_premium(new.guild_id, new.user_id); end if;
  return null;
end $$;
create trigger entitlement_followed after insert or update or delete on entitlements
  for each row execute function follow_entitlement();

-- A server that the bot joins, or that changes hands, may have premium by its owner.
create function follow_owner() returns trigger language plpgsql as $$
begin
  if exists (select from entitlements e where e.guild_id = new.guild_id or e.user_id = new.owner_id)
    or exists (select from premium_followed f where f.guild_id = new.guild_id and f.had) then
    perform want_effect(new.guild_id, 'premium', '', clock_timestamp());
  end if;
  return null;
end $$;
create trigger guild_joined after insert on guilds for each row execute function follow_owner();
create trigger owner_followed after update of owner_id on guilds
  for each row when (new.owner_id is distinct from old.owner_id) execute function follow_owner();

-- What ran by the clock before: the moments at which premium ends.
select want_premium(guild_id, user_id) from entitlements;

-- Buttons of panels that are disabled for want of premium show it.
update panels set message_state = 'outdated' where force_disabled and message_state = 'posted';
update multi_panels set message_state = 'outdated' where message_state = 'posted' and id in (
  select m.multi_panel_id from multi_panel_panels m join panels p using (panel_id) where p.force_disabled);
