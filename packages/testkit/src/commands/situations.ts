import { addThreadMember } from '@tickets/discord-sim/world/threads';
import { buildForm, buildTeam, buildTicket } from '../data/factories.ts';
import type { Scene } from './scene.ts';
import { answerTo } from './table.ts';

export const otherTeam =
  'You do not have permission to do this in this ticket: you are in none of the teams that answer it.';
export const noPermission = 'You do not have permission to do this in this server.';
export const notMembers = 'Only the person who opened the ticket and support staff can do this.';

/** A ticket that is a thread, which the staff have joined. */
export const asThread = async (s: Scene) => {
  await s.openTicket({ is_thread: true });
  for (const { id } of [s.staff, s.admin]) addThreadMember(s.w.sim.world, s.channel, id);
};
export const inThread = (says: string) => ({ before: asThread, says });

/** A ticket of the member that was closed some time ago, as far as the database knows. */
export async function asClosed(s: Scene): Promise<void> {
  const { guild_id, ctx } = s.w;
  const of = { guild_id, opener_id: s.member.id, panel_id: s.panel.row.panel_id };
  s.ticket = await buildTicket(ctx, { ...of, status: 'closed', close_reason: 'Done', closed_at: new Date() });
}

/** Somebody who is neither staff nor opener was let into the ticket. */
export const withGuest = async (s: Scene) => {
  await answerTo(await s.staff.goes(s.channel).slash('add', { user_or_role: s.w.other.id }));
  await s.w.other.eventually(() => s.w.other.sees(s.channel));
};
/** Somebody who is neither staff nor opener is let into the ticket, and does it. */
export const asGuest = async (s: Scene) => {
  await withGuest(s);
  s.by = s.w.other;
};
/** The ticket's panel is worked by a team to which the usual staff do not belong. */
export const ofAnotherTeam = async (s: Scene) => {
  const { guild_id, ctx } = s.w;
  const { row } = await s.w.panel({ title: 'Others', default_team: false });
  const team_id = await buildTeam(ctx, { guild_id });
  await ctx.db.insertInto('panel_teams').values({ panel_id: row.panel_id, team_id }).execute();
  await s.change({ panel_id: row.panel_id });
};
export const claimedBy = (who: 'staff' | 'admin') => (s: Scene) =>
  s.change({ claimed_by: s[who].id, claimed_at: new Date() });

/** Somebody else has claimed the ticket, and the settings leave it to the rest of the staff to be read only. */
export const onlyToRead = {
  by: 'support' as const,
  before: async (s: Scene) => {
    if (!s.ticket) await s.openTicket();
    await claimedBy('admin')(s);
  },
  says: (s: Scene) =>
    `Only <@${s.admin.id}>, who claimed this ticket, and administrators can write in it. Ask them to unclaim or transfer it.`,
};

export const panelGone = 'This panel does not exist any more. Use another panel, or ask the team.';
export const surveyGone = 'There is no exit survey for this ticket any more.';
export const noClosing = 'You cannot close this ticket. Ask the support team to close it.';

export const settings =
  (values: Parameters<Scene['w']['settings']>[0]) =>
  ({ w }: Scene) =>
    w.settings(values);

/** A panel of this scene alone. */
export const panelWith = (values: object) => async (s: Scene) => {
  s.panel = await s.w.panel(values);
};

/** The panel of the closed ticket has an exit survey. */
export async function withSurvey(s: Scene): Promise<void> {
  const { guild_id, ctx } = s.w;
  const { form_id } = await buildForm(ctx, { guild_id, title: 'How did we do?' });
  await panelWith({ exit_survey_form_id: form_id })(s);
  await asClosed(s);
}
export function noSurvey({ w, panel }: Scene) {
  const { panel_id } = panel.row;
  return w.ctx.db
    .updateTable('panels')
    .set({ exit_survey_form_id: null })
    .where('panel_id', '=', panel_id)
    .execute();
}

export const notClosers = {
  'who is neither staff nor opener': { before: asGuest, says: noClosing },
  'the opener where the settings leave it to staff': {
    before: settings({ users_can_close: false }),
    says: noClosing,
  },
};

export const ofServer = (s: Scene) => [s.w.guild_id, s.ticket.ticket_id];
export const openAgain = (s: Scene) => s.change({ status: 'open', closed_at: null });
export const bySomebodyElse = async (s: Scene) => {
  s.by = s.w.other;
  s.inDirectMessages();
};
