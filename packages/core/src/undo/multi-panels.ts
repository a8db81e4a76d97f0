import { MultiPanelFields } from '@tickets/contract/panels/multi-panels';
import { multiPanelDefaults } from '@tickets/contract/panels/panel-defaults';
import { z } from 'zod';
import { checkMultiPanel } from '../panels/multi/check.ts';
import {
  createMultiPanel,
  fieldsOf,
  listMultiPanels,
  removeMultiPanel,
  updateMultiPanel,
} from '../panels/multi/multi-panels.ts';
import { checkRoomFor } from '../servers/most.ts';
import { asFields, changedOf, type Kind } from './kind.ts';
import { livingOf } from './living.ts';

const Deleted = MultiPanelFields.extend({ id: z.number().int() });
/** An entry that is older than a field of today has nothing of it. */
const deletedOf = (fields: object) => Deleted.parse({ ...multiPanelDefaults, ...fields });

export const multiPanelKind: Kind = {
  living: (call, guild_id, wanted, now) =>
    livingOf(call.db, guild_id, { wanted, now, namings: { panels: { of: 'panel' } } }),
  checkWrite: (call, guild_id, { next, now }) =>
    checkMultiPanel(call, guild_id, MultiPanelFields.parse(next), MultiPanelFields.parse(now.fields)),
  async checkRestore(call, guild_id, fields) {
    await checkMultiPanel(call, guild_id, deletedOf(fields));
    await checkRoomFor(call.db, guild_id, 'multi_panels');
  },
  async read(call, guild_id, id) {
    const found = (await listMultiPanels(call, guild_id)).find((one) => one.id === Number(id));
    return found && { fields: asFields(fieldsOf(found)), version: found.version };
  },
  write: (call, guild_id, rewrite) =>
    updateMultiPanel(call, guild_id, Number(rewrite.id), {
      ...MultiPanelFields.partial().parse(changedOf(rewrite)),
      based_on: rewrite.now.version,
    }),
  restore(call, guild_id, fields) {
    const { id, ...input } = deletedOf(fields);
    return createMultiPanel(call, guild_id, input, { id });
  },
  remove: (call, guild_id, id) => removeMultiPanel(call, guild_id, Number(id)),
};
