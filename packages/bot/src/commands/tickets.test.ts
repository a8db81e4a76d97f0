import { testRows } from '@tickets/testkit/commands/table';
import { ticketRows } from '@tickets/testkit/commands/ticket.rows';

testRows(ticketRows);
