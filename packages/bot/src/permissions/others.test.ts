import { formRows } from '@tickets/testkit/commands/form.rows';
import { generalRows } from '@tickets/testkit/commands/general.rows';
import { settingsRows } from '@tickets/testkit/commands/settings.rows';
import { tagRows } from '@tickets/testkit/commands/tag.rows';
import { testPermissions } from '@tickets/testkit/permissions/bot-matrix';

testPermissions([...generalRows, ...settingsRows, ...tagRows, ...formRows]);
