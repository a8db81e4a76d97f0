-- Sign-in, who may do what, and premium.
create table sessions (
  session_id uuid primary key default gen_random_uuid(),
  user_id bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- Discord's own tokens, sealed. Null once revoked.
  access_token bytea,
  refresh_token bytea,
  access_expires_at timestamptz not null,
  scopes text not null
);
create index sessions_user on sessions (user_id);

-- Named admins and support staff. The support ones are the Default team.
create table permissions (
  guild_id bigint not null references guilds on delete cascade,
  user_id bigint not null,
  admin boolean not null default false,
  support boolean not null default false,
  primary key (guild_id, user_id)
);
create table role_permissions (
  guild_id bigint not null references guilds on delete cascade,
  role_id bigint not null,
  admin boolean not null default false,
  support boolean not null default false,
  primary key (guild_id, role_id)
);

create table support_teams (
  team_id integer generated always as identity primary key,
  guild_id bigint not null references guilds on delete cascade,
  name text not null check (char_length(name) between 1 and 32),
  unique (guild_id, name)
);
create table support_team_users (
  team_id integer not null references support_teams on delete cascade,
  user_id bigint not null,
  primary key (team_id, user_id)
);
create table support_team_roles (
  team_id integer not null references support_teams on delete cascade,
  role_id bigint not null,
  primary key (team_id, role_id)
);

-- While a server's override lasts, the product's bot staff have level 2 on its dashboard.
create table staff_overrides (
  guild_id bigint primary key references guilds on delete cascade,
  expires_at timestamptz not null
);
create table bot_staff (user_id bigint primary key);

create table entitlements (
  entitlement_id uuid primary key default gen_random_uuid(),
  guild_id bigint,
  user_id bigint,
  -- 0 premium, 1 whitelabel.
  tier smallint not null default 0 check (tier in (0, 1)),
  source text not null check (source in ('operator', 'key', 'discord', 'patreon', 'voting')),
  sku_label text not null,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  check (guild_id is not null or user_id is not null)
);
create index entitlements_guild on entitlements (guild_id) where guild_id is not null;
create index entitlements_user on entitlements (user_id) where user_id is not null;

create table blacklisted_users (
  guild_id bigint not null references guilds on delete cascade,
  user_id bigint not null,
  primary key (guild_id, user_id)
);
create table blacklisted_roles (
  guild_id bigint not null references guilds on delete cascade,
  role_id bigint not null,
  primary key (guild_id, role_id)
);
