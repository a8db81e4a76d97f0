import { generalRows } from '@tickets/testkit/commands/general.rows';
import { testRows } from '@tickets/testkit/commands/table';

testRows(generalRows);
