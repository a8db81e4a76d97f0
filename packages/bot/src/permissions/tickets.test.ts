import { ticketRows } from '@tickets/testkit/commands/ticket.rows';
import { testPermissions } from '@tickets/testkit/permissions/bot-matrix';

testPermissions(ticketRows);
