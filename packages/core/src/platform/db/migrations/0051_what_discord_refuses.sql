-- Until when Cloudflare, which stands before Discord, shuts out the address of a machine that runs a process of ours.
create table address_bans (
  -- The name of the machine: what it is known by outside is nothing that a program can ask for itself.
  host text primary key,
  until timestamptz not null
);

-- Roles and members that Discord does not know, although a server lets them into its tickets: it refuses a channel that names one.
create table gone_targets (
  guild_id bigint not null references guilds on delete cascade,
  target_id bigint not null,
  is_role boolean not null,
  -- When Discord last said so.
  refused_at timestamptz not null default now(),
  primary key (guild_id, target_id)
);
