-- The newest message of a ticket that was removed for good. A thread still has it in Discord, and nothing up to it is kept again.
alter table tickets add column forgotten_up_to bigint;
