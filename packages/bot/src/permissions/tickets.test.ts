import { ticketRows } from '@tickets/testkit/commands/ticket.rows';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { testPermissions } from '@tickets/testkit/permissions/bot-matrix';

// What fails here on purpose is reported.
allowWarning(/"msg":"(the welcome message still greets for another panel)/);

testPermissions(ticketRows);
