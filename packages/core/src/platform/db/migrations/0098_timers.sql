-- When each timer was last due, by this database's clock: those of processes differ, and are set.
create table timers (name text primary key, ran_at timestamptz not null);
