import { settingsRows } from '@tickets/testkit/commands/settings.rows';
import { testRows } from '@tickets/testkit/commands/table';

testRows(settingsRows);
