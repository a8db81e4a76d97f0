import { AppError } from '@tickets/contract/platform/errors';
import { gates } from '@tickets/contract/premium/gates';
import type { Colours, ColoursSave } from '@tickets/contract/settings/settings';
import { authorise } from '../access/authorise.ts';
import type { Call } from '../access/caller.ts';
import { refuse } from '../platform/problems.ts';
import { isOpen } from '../premium/tier.ts';
import { settingsFor } from './read.ts';
import { settingsIn } from './rows.ts';
import { colourProblems } from './rules.ts';
import { updateSettings } from './save.ts';

/** The colours that a server has chosen, also while it has no premium to show them, with the version of its settings. */
export async function readColours(
  call: Call,
  guild_id: string,
): Promise<{ colours: Colours; version: number }> {
  authorise(call, 'colours.read', guild_id);
  const settings = await settingsFor(call, guild_id);
  return { colours: settingsIn(settings).colours, version: settings.version };
}

/** Saves the colours among the settings, by their rules. A save of all settings keeps the colours of a server without premium; here it is said. */
export async function saveColours(
  call: Call,
  guild_id: string,
  { based_on, ...colours }: ColoursSave,
): Promise<void> {
  authorise(call, 'colours.update', guild_id);
  refuse(colourProblems(colours, ''));
  if (!(await isOpen(call, guild_id, 'colours'))) throw new AppError(gates.colours.refused);
  await updateSettings(call, guild_id, { colours }, { based_on });
}
