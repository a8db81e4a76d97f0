-- Which Discord this data is of. The demo and a real server are never mixed.
create table installation (
  is_only_row boolean primary key default true check (is_only_row),
  discord text not null check (discord in ('simulated', 'real'))
);
