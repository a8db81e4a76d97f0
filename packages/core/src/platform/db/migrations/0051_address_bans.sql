-- Until when Cloudflare, which stands before Discord, shuts out the address of a machine that runs a process of ours.
create table address_bans (
  -- The name of the machine: what it is known by outside is nothing that a program can ask for itself.
  host text primary key,
  until timestamptz not null
);
