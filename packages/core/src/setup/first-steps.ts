import { emptyEmbed } from '@tickets/contract/embeds/embed-limits';
import { panelProposal } from '@tickets/contract/panels/panel-defaults';
import type { FirstSteps } from '@tickets/contract/setup/setup';
import type { SetupStepName } from '@tickets/contract/setup/steps';
import { sql } from 'kysely';
import { authorise } from '../access/authorise.ts';
import type { Call, UserCall } from '../access/caller.ts';
import { createPanel } from '../panels/panels.ts';
import { settingsOf } from '../settings/read.ts';
import { type Made, panelChannel, type Setup, settingUp, staffRole, ticketCategory } from './steps.ts';

/** What a server still needs before its members can open tickets. */
export async function readFirstSteps(call: Call, guild_id: string): Promise<FirstSteps> {
  authorise(call, 'server.set_up', guild_id);
  return stepsOf(call, guild_id);
}

/**
 * Makes what a step needs, as somebody would by hand, and returns what is still missing. Where it is done already,
 * nothing changes. Throws why Discord did not let the bot.
 */
export async function takeFirstStep(
  call: UserCall,
  guild_id: string,
  step: SetupStepName,
): Promise<FirstSteps> {
  authorise(call, 'server.set_up', guild_id);
  return settingUp({ call, guild_id, user_id: call.caller.user_id }, async (setup) => {
    if (!(await stepsOf(call, guild_id))[step]) {
      const made = await work[step](setup);
      if ('error' in made) throw made.error;
    }
    return stepsOf(call, guild_id);
  });
}

const work: Record<SetupStepName, (setup: Setup) => Promise<Made>> = {
  category: ticketCategory,
  staff: (setup) => staffRole(setup, 'support'),
  panel: async (setup) => {
    const channel = await panelChannel(setup);
    if ('error' in channel) return channel;
    const { welcome, ...proposal } = panelProposal;
    const welcome_message = { ...emptyEmbed, description: welcome };
    await createPanel(setup.call, setup.guild_id, { channel_id: channel.id, welcome_message, ...proposal });
    return channel;
  },
};

async function stepsOf({ db }: Call, guild_id: string): Promise<FirstSteps> {
  const { category, use_threads } = await settingsOf(db, guild_id);
  const { rows } = await sql<Pick<FirstSteps, 'staff' | 'panel' | 'ticket'>>`
    select
      exists (select from role_permissions r where r.guild_id = ${guild_id} and r.support)
        or exists (select from permissions p where p.guild_id = ${guild_id} and p.support)
        or exists (
          select from support_teams t
          where t.guild_id = ${guild_id}
            and (exists (select from support_team_users u where u.team_id = t.team_id)
              or exists (select from support_team_roles r where r.team_id = t.team_id))) as staff,
      exists (select from panels p where p.guild_id = ${guild_id}) as panel,
      exists (select from tickets t where t.guild_id = ${guild_id}) as ticket`.execute(db);
  return { category: use_threads || category !== null, ...(rows[0] as (typeof rows)[number]) };
}
