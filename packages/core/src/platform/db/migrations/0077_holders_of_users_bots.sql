-- A process whose token Discord refuses runs users' bots, and not the program's own.
alter table gateway_holders add column runs_main boolean not null default true;
