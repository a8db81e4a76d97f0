import { hashOf } from '@tickets/core/premium/keys';
import { buildForm } from '../data/factories.ts';
import type { Scene } from './scene.ts';
import {
  asClosed,
  asGuest,
  noClosing,
  ofServer,
  panelGone,
  panelWith,
  settings,
  withSurvey,
} from './situations.ts';
import type { Row } from './table.ts';

/** A form that is open before the person, filled in and sent. */
const form = (name: string, values: Record<string, string>): Pick<Row, 'of' | 'does'> => ({
  of: `modal:${name}`,
  does: (s) => s.by.submitModal(values),
});

/** Opens it for whoever sends it, also where they lost the level meanwhile. */
const open =
  (name: string, args: (s: Scene) => (string | number)[] = () => []) =>
  (s: Scene) =>
    s.asStaff(s.by, () => s.press(['v1', name, ...args(s)].join(':')));

const ticketForm = open('ticket.close_reason');

async function panelForm(s: Scene): Promise<void> {
  const { form_id } = await buildForm(s.w.ctx, { guild_id: s.w.guild_id });
  await panelWith({ form_id })(s);
  await s.by.click(s.panel.message, 'Get help');
}

/** Premium has to be granted, and one key is there. */
const withKey = (given: string) => async (s: Scene) => {
  const { ctx } = s.w;
  Object.assign(ctx.config, { premium: 'entitlements' });
  await ctx.db.deleteFrom('entitlements').execute();
  await ctx.db.deleteFrom('premium_keys').execute();
  await ctx.db
    .insertInto('premium_keys')
    .values({ hash: hashOf(given), days: 30 })
    .execute();
  await open('premium.redeem')(s);
};
const key = '123e4567-e89b-42d3-a456-426614174000';

export const formRows: readonly Row[] = [
  {
    ...form('premium.redeem', { key }),
    level: 'admin',
    where: 'server',
    before: withKey(key),
    says: 'The key was redeemed. This server has premium until <t:',
    seenBy: 'oneself',
    refuses: {
      'a key that nobody made': {
        before: withKey('another'),
        says: 'There is no such key. Copy it once more, or ask whoever gave it to you.',
      },
      'what is no key': {
        ...form('premium.redeem', { key: 'please' }),
        says: /^This is not a premium key\. A key looks like /,
      },
    },
  },
  {
    ...form('panel.form', { 'What happened?': 'It is cold' }),
    level: 'everyone',
    where: 'server',
    before: panelForm,
    says: 'Opened a new ticket: <#',
    seenBy: 'oneself',
    refuses: {
      'a required answer of nothing but spaces': {
        ...form('panel.form', { 'What happened?': '   ' }),
        says: 'Please answer the question “What happened?”, then send the form again.',
      },
      'a panel that is gone meanwhile': {
        before: (s) => change(s, { custom_id: 'b'.repeat(30) }),
        says: panelGone,
      },
      'a panel that was turned off meanwhile': {
        before: (s) => change(s, { disabled: true }),
        says: 'The server administrators have disabled opening this type of ticket. Use another panel, or ask the team.',
      },
    },
  },
  {
    ...form('ticket.close_reason', { reason: 'Bread delivered' }),
    level: 'everyone',
    where: 'server',
    async before(s) {
      await s.openTicket();
      await ticketForm(s);
    },
    says: 'This ticket is being closed.',
    seenBy: 'everybody',
    refuses: {
      'who is neither staff nor opener': {
        async before(s) {
          await asGuest(s);
          await ticketForm(s);
        },
        says: noClosing,
      },
      'the opener where the settings leave it to staff': {
        before: settings({ users_can_close: false }),
        says: noClosing,
      },
      'a ticket that is over meanwhile': {
        before: (s) => s.change({ status: 'closed', closed_at: new Date() }),
        says: (s) => `Ticket #${s.ticket.ticket_id} is not open any more.`,
      },
    },
  },
  {
    ...form('ticket.edit_reason', { reason: 'A duplicate' }),
    level: 'support',
    where: 'server',
    async before(s) {
      await asClosed(s);
      // Whoever opened the ticket is shown none, whatever else they are.
      const { opener_id } = s.ticket;
      await s.change({ opener_id: s.w.other.id });
      await open('ticket.edit_reason', () => [s.ticket.ticket_id])(s);
      await s.change({ opener_id });
    },
    says: (s) => `The reason of ticket #${s.ticket.ticket_id} has been changed.`,
    seenBy: 'oneself',
    refuses: {
      'a ticket that was opened again meanwhile': {
        before: (s) => s.change({ status: 'open', closed_at: null }),
        says: 'Ticket not found',
      },
    },
  },
  {
    ...form('ticket.survey', { 'What happened?': 'The crust was good' }),
    level: 'everyone',
    where: 'direct messages',
    async before(s) {
      await withSurvey(s);
      await open('ticket.survey', ofServer)(s);
    },
    says: 'Thank you! Your answers have been sent to the team.',
    seenBy: 'oneself',
    refuses: {
      'a required answer of nothing but spaces': {
        ...form('ticket.survey', { 'What happened?': '  ' }),
        says: 'Please answer the question “What happened?”, then send the form again.',
      },
    },
  },
];

function change({ w, panel }: Scene, values: { custom_id?: string; disabled?: boolean }) {
  return w.ctx.db.updateTable('panels').set(values).where('panel_id', '=', panel.row.panel_id).execute();
}
