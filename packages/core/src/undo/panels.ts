import type { Json } from '@tickets/contract/audit/changes';
import { panelDefaults } from '@tickets/contract/panels/panel-defaults';
import { PanelFields } from '@tickets/contract/panels/panels';
import { AppError } from '@tickets/contract/platform/errors';
import { gates } from '@tickets/contract/premium/gates';
import { z } from 'zod';
import { checkNewPanel, checkPanel } from '../panels/check.ts';
import { createPanel, removePanel, updatePanel } from '../panels/panels.ts';
import { fieldsOf, readPanels } from '../panels/rows.ts';
import { asFields, changedOf, type Fields, type Kind, type Rewrite } from './kind.ts';
import { livingOf, type Naming } from './living.ts';

/** What the entry of a deletion keeps beside the fields. */
const Deleted = PanelFields.extend({
  panel_id: z.number().int(),
  custom_id: z.string(),
  multi_panels: z.array(z.object({ id: z.number().int(), place: z.number().int() })),
  in_context_menu: z.boolean().optional(),
});
/** An entry that is older than a field of today has nothing of it. */
const deletedOf = (fields: object) => Deleted.parse({ ...panelDefaults, ...fields });

const isId = (value: Json) => (/^\d+$/.test(String(value)) ? value : undefined);

/** The channel is not among these: without one there is no panel. */
const namings = (guild_id: string): Record<string, Naming> => ({
  form_id: { of: 'form' },
  exit_survey_form_id: { of: 'form' },
  teams: { of: 'team' },
  category_id: { of: 'channel' },
  pending_category: { of: 'channel' },
  // Of @everyone there is no row.
  mentions: { of: 'role', idOf: (one) => (one === guild_id ? undefined : isId(one)) },
  access_control_list: {
    of: 'role',
    idOf: (rule) => {
      const { role_id } = rule as { role_id: string }; // the list of a panel holds nothing else
      return role_id === guild_id ? undefined : role_id;
    },
  },
  emote: {
    of: 'emoji',
    idOf: (emote) => (typeof emote === 'object' && emote ? (emote as { id: string }).id : undefined),
  },
});

/** Earlier entries have teams in the order in which they were sent. */
const withTeamsInOrder = (fields: Fields): Fields =>
  Array.isArray(fields.teams)
    ? { ...fields, teams: fields.teams.toSorted((a, b) => Number(a) - Number(b)) }
    : fields;

const changeOf = (rewrite: Rewrite) => PanelFields.partial().parse(changedOf(rewrite));

export const panelKind: Kind = {
  todays: withTeamsInOrder,
  async living(call, guild_id, wanted, now) {
    const { fields, left_out } = await livingOf(call.db, guild_id, {
      wanted,
      now,
      namings: namings(guild_id),
    });
    // A panel without an emoji says so by an empty text.
    return { fields: { ...fields, emote: fields.emote ?? '' }, left_out };
  },
  async checkWrite(call, guild_id, rewrite) {
    const [stored] = await readPanels(call.db, guild_id, Number(rewrite.id));
    if (stored?.force_disabled) throw new AppError(gates.surplus_panels.refused);
    await checkPanel(call, guild_id, changeOf(rewrite), stored);
  },
  checkRestore(call, guild_id, fields) {
    const {
      panel_id: _,
      custom_id: __,
      multi_panels: ___,
      in_context_menu: ____,
      ...input
    } = deletedOf(fields);
    return checkNewPanel(call, guild_id, input);
  },
  async read(call, guild_id, id) {
    const [panel] = await readPanels(call.db, guild_id, Number(id));
    return panel && { fields: asFields(fieldsOf(panel)), version: panel.version };
  },
  write: (call, guild_id, rewrite) =>
    updatePanel(call, guild_id, Number(rewrite.id), {
      ...changeOf(rewrite),
      based_on: rewrite.now.version,
    }),
  restore(call, guild_id, fields) {
    const { panel_id, custom_id, multi_panels, in_context_menu, ...input } = deletedOf(fields);
    return createPanel(call, guild_id, input, { panel_id, custom_id, multi_panels, in_context_menu });
  },
  remove: (call, guild_id, id) => removePanel(call, guild_id, Number(id)),
};
