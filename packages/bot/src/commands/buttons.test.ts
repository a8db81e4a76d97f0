import { buttonRows } from '@tickets/testkit/commands/button.rows';
import { testRows } from '@tickets/testkit/commands/table';
import { allowWarning } from '@tickets/testkit/guard/watch';

// What fails here on purpose is reported.
allowWarning(/"msg":"(Cron hit an error; restarting in)/);

testRows(buttonRows);
