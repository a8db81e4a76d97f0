-- Servers of other people that are asked about the opener of a ticket, and whose answers stand in the welcome message.
create table integrations (
  integration_id integer generated always as identity primary key,
  owner_id bigint not null,
  name text not null,
  description text not null,
  image_url text,
  privacy_policy_url text,
  http_method text not null check (http_method in ('GET', 'POST')),
  webhook_url text not null,
  validation_url text,
  -- Whether everybody can add it: its creator asks, an administrator of the product decides.
  review text not null default 'private' check (review in ('private', 'waiting', 'refused', 'approved')),
  asked_at timestamptz,
  reviewed_at timestamptz,
  reviewed_by bigint,
  refusal text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index integrations_owner on integrations (owner_id);
create index integrations_waiting on integrations (asked_at) where review = 'waiting';
create index integrations_approved on integrations (integration_id) where review = 'approved';

create table integration_placeholders (
  placeholder_id integer generated always as identity primary key,
  integration_id integer not null references integrations on delete cascade,
  name text not null,
  -- Where in the answer its value stands: keys with dots between them.
  json_path text not null,
  unique (integration_id, name) deferrable initially deferred
);

create table integration_headers (
  header_id integer generated always as identity primary key,
  integration_id integer not null references integrations on delete cascade,
  name text not null,
  -- Sealed: it may be a key.
  value bytea not null
);
create index integration_headers_of on integration_headers (integration_id);

-- What a server has to fill in. The values are each server's own.
create table integration_secrets (
  secret_id integer generated always as identity primary key,
  integration_id integer not null references integrations on delete cascade,
  name text not null,
  description text,
  unique (integration_id, name) deferrable initially deferred
);

create table guild_integrations (
  guild_id bigint not null,
  integration_id integer not null references integrations on delete cascade,
  added_by bigint not null,
  added_at timestamptz not null default now(),
  primary key (guild_id, integration_id)
);
create index guild_integrations_of on guild_integrations (integration_id);

create table guild_integration_secrets (
  guild_id bigint not null,
  secret_id integer not null references integration_secrets on delete cascade,
  integration_id integer not null,
  -- Sealed.
  value bytea not null,
  primary key (guild_id, secret_id),
  foreign key (guild_id, integration_id) references guild_integrations on delete cascade
);

-- The last calls, for the creator and the administrators of the server. Addresses and secrets are not kept.
create table integration_deliveries (
  delivery_id bigint generated always as identity primary key,
  guild_id bigint not null,
  integration_id integer not null references integrations on delete cascade,
  ticket_id integer not null,
  called_at timestamptz not null,
  duration_ms integer not null,
  status integer,
  problem text
);
create index integration_deliveries_of_guild on integration_deliveries (guild_id, integration_id, delivery_id);
create index integration_deliveries_of on integration_deliveries (integration_id, delivery_id);
