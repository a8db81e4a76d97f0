import { PanelFields } from '@tickets/contract/panels/panels';
import { z } from 'zod';
import { createPanel, removePanel, updatePanel } from '../panels/panels.ts';
import { fieldsOf, readPanels } from '../panels/rows.ts';
import { asFields, changedOf, type Kind } from './kind.ts';

/** What the entry of a deletion keeps beside the fields. */
const Deleted = PanelFields.extend({
  panel_id: z.number().int(),
  custom_id: z.string(),
  multi_panels: z.array(z.object({ id: z.number().int(), place: z.number().int() })),
  in_context_menu: z.boolean().optional(),
});

export const panelKind: Kind = {
  async read(call, guild_id, id) {
    const [panel] = await readPanels(call.db, guild_id, Number(id));
    return panel && { fields: asFields(fieldsOf(panel)), version: panel.version };
  },
  write: (call, guild_id, rewrite) =>
    updatePanel(call, guild_id, Number(rewrite.id), {
      ...PanelFields.partial().parse(changedOf(rewrite)),
      based_on: rewrite.now.version,
    }),
  restore(call, guild_id, fields) {
    const { panel_id, custom_id, multi_panels, in_context_menu, ...input } = Deleted.parse(fields);
    return createPanel(call, guild_id, input, { panel_id, custom_id, multi_panels, in_context_menu });
  },
  remove: (call, guild_id, id) => removePanel(call, guild_id, Number(id)),
};
