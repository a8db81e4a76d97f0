-- The category that Discord did not let the bot move a ticket of the panel into, once the administrators were told.
alter table panels add column move_refused_to bigint;
