import { authorise } from '../access/authorise.ts';
import type { Call } from '../access/caller.ts';
import { archiveChannel, type Made, settingUp, staffRole, ticketCategory } from './steps.ts';

export const setupSteps = ['admin_role', 'support_role', 'archive', 'category'] as const;
export type SetupStep = (typeof setupSteps)[number];

/** What came of a step: the id of the role or channel, or why Discord did not let the bot make it. */
export type StepResult = { step: SetupStep } & Made;

/**
 * Makes what tickets need in a server: a role for each kind of staff, a channel for what was closed, a category. What
 * is there already is used, so it can be repeated until nothing is missing; no step keeps another from being done.
 */
export async function setUpServer(
  call: Call,
  { guild_id, user_id }: { guild_id: string; user_id: string },
  onStep: (result: StepResult) => Promise<void>,
): Promise<void> {
  authorise(call, 'server.set_up', guild_id);
  await settingUp({ call, guild_id, user_id }, async (setup) => {
    const made = async (step: SetupStep, work: Promise<Made>) => {
      const result = await work;
      await onStep({ step, ...result });
      return 'id' in result ? result.id : undefined;
    };
    const admin = await made('admin_role', staffRole(setup, 'admin'));
    const support = await made('support_role', staffRole(setup, 'support'));
    const staff = [admin, support].filter((id) => id !== undefined);
    await made('archive', archiveChannel(setup, staff));
    await made('category', ticketCategory(setup));
  });
}
