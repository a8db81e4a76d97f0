-- A ticket continues one with a lower number, so no line of reopened tickets closes to a circle. Imports stored others.
update tickets set continues = null where continues >= ticket_id;
alter table tickets add constraint tickets_continue_earlier check (continues < ticket_id);
