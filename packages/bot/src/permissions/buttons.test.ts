import { buttonRows } from '@tickets/testkit/commands/button.rows';
import { testPermissions } from '@tickets/testkit/permissions/bot-matrix';

testPermissions(buttonRows);
