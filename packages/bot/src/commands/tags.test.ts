import { testRows } from '@tickets/testkit/commands/table';
import { tagRows } from '@tickets/testkit/commands/tag.rows';

testRows(tagRows);
