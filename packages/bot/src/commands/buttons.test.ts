import { buttonRows } from '@tickets/testkit/commands/button.rows';
import { testRows } from '@tickets/testkit/commands/table';

testRows(buttonRows);
