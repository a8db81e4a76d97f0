import { formRows } from '@tickets/testkit/commands/form.rows';
import { testRows } from '@tickets/testkit/commands/table';

testRows(formRows);
