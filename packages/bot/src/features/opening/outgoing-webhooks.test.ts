import { deliverDue } from '@tickets/core/outgoing-webhooks/deliver';
import { closeTicket } from '@tickets/core/tickets/closing/close';
import { answerSurvey } from '@tickets/core/tickets/closing/exit-survey';
import { rateTicket } from '@tickets/core/tickets/closing/rating';
import { callAs } from '@tickets/testkit/data/access';
import { buildForm } from '@tickets/testkit/data/factories';
import { buildWebhook } from '@tickets/testkit/data/outgoing-webhooks';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type Receiver, startReceiver } from '@tickets/testkit/outside/receiver';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { afterEach, beforeEach, expect, test } from 'vitest';

// What fails here on purpose is reported.
allowWarning(/"msg":"(Discord refused to open a ticket)/);

let w: BotWorld;
let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
  w = await startBotWorld({ config: { trusted_bases: [receiver.url] } });
  await w.settings({ feedback_enabled: true, close_confirmation: false });
});
afterEach(async () => {
  await w[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

const by = (user_id: string) => callAs(w, user_id);

async function listen() {
  await buildWebhook(await by(w.owner.id), { guild_id: w.guild_id, url: receiver.url });
}

/** What was told since this was asked last. */
async function told() {
  await w.bot.settled();
  await deliverDue(w.ctx);
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  return receiver.received.splice(0).map(({ body }) => JSON.parse(body) as { type: string; data: any });
}
const inShort = (all: Awaited<ReturnType<typeof told>>) =>
  all.map(({ type, data }) => [type, data.by?.id ?? null] as const);

test('a webhook hears of a ticket from its opening to its rating, in order, with who did it', async () => {
  await listen();
  const { form_id } = await buildForm(w.ctx, { guild_id: w.guild_id });
  const { message, row } = await w.panel({ title: 'Orders' });
  const { ticket, channel } = await w.opened(await w.member.click(message, 'Get help'));
  const key = { guild_id: w.guild_id, ticket_id: ticket.ticket_id };
  const [opened] = await told();
  expect(opened).toMatchObject({
    type: 'ticket.opened',
    data: {
      ticket: {
        id: ticket.ticket_id,
        status: 'open',
        panel: { id: row.panel_id, title: 'Orders' },
        channel_id: channel.id,
      },
      by: { id: w.member.id, username: w.member.user.username },
    },
  });

  const staff = w.staff.goes(channel);
  await saidIn(await staff.slash('claim'));
  await saidIn(await staff.slash('unclaim'));
  expect(inShort(await told())).toEqual([
    ['ticket.claimed', w.staff.id],
    ['ticket.unclaimed', w.staff.id],
  ]);

  await w.member.write(channel, 'Where is my bread?');
  expect(await told()).toEqual([]);
  await w.staff.write(channel, 'In the oven');
  await w.staff.write(channel, 'It is done');
  const answered = await told();
  expect(inShort(answered)).toEqual([['ticket.answered', w.staff.id]]);
  expect(JSON.stringify(answered)).not.toContain('oven');

  await saidIn(await staff.slash('rename', { name: 'bread' }));
  const [renamed] = await told();
  expect(renamed).toMatchObject({
    type: 'ticket.renamed',
    data: { ticket: { channel_name: 'bread' }, by: { id: w.staff.id }, earlier_name: ticket.channel_name },
  });

  await w.panel({ title: 'Returns', exit_survey_form_id: form_id });
  await saidIn(await staff.slash('switchpanel', { panel: 'Returns' }));
  const [switched] = await told();
  expect(switched).toMatchObject({
    type: 'ticket.panel_switched',
    data: {
      ticket: { panel: { title: 'Returns' } },
      earlier_panel: { title: 'Orders' },
      by: { id: w.staff.id },
    },
  });

  await closeTicket(await by(w.staff.id), { ...key, reason: 'Delivered', source: 'discord' });
  const [closed] = await told();
  expect(closed).toMatchObject({
    type: 'ticket.closed',
    data: {
      reason: 'Delivered',
      source: 'discord',
      by: { id: w.staff.id },
      ticket: { status: 'closed', url: expect.stringContaining('/transcripts/view/') },
    },
  });

  await rateTicket(await by(w.member.id), { ...key, rating: 4 });
  const [rated] = await told();
  expect(rated).toMatchObject({ type: 'ticket.rated', data: { rating: 4, by: { id: w.member.id } } });

  const { custom_id } = await w.ctx.db
    .selectFrom('form_inputs')
    .where('form_id', '=', form_id)
    .select('custom_id')
    .executeTakeFirstOrThrow();
  await answerSurvey(await by(w.member.id), key, {
    values: new Map([[custom_id, 'Tasty and secret']]),
    shown_at: new Date(),
  });
  const surveyed = await told();
  expect(inShort(surveyed)).toEqual([['ticket.survey_answered', w.member.id]]);
  expect(JSON.stringify(surveyed)).not.toContain('Tasty');
});

test('a ticket that goes on in a new channel is told as reopened, by whom, and what it continues', async () => {
  const { ticket } = await w.openTicket();
  const key = { guild_id: w.guild_id, ticket_id: ticket.ticket_id };
  await closeTicket(await by(w.staff.id), { ...key, reason: null, source: 'discord' });
  await listen();
  await saidIn(await w.member.goes(w.lobby).slash('reopen', { ticket_id: String(ticket.ticket_id) }));
  const [reopened] = await told();
  expect(reopened).toMatchObject({
    type: 'ticket.reopened',
    data: { ticket: { status: 'open', continues: ticket.ticket_id }, by: { id: w.member.id } },
  });
});

test('a ticket that Discord refused to open is not told', async () => {
  await listen();
  const { message } = await w.panel({ title: 'Orders' });
  w.sim.faults.next({ method: 'POST', route: '/guilds/:id/channels', kind: 403 });
  await saidIn(await w.member.click(message, 'Get help'));
  expect(await told()).toEqual([]);
});

test('a webhook is told of what it wants to hear, and of nothing else', async () => {
  await buildWebhook(await by(w.owner.id), {
    guild_id: w.guild_id,
    url: receiver.url,
    events: ['ticket.closed'],
  });
  const { ticket } = await w.openTicket();
  const key = { guild_id: w.guild_id, ticket_id: ticket.ticket_id };
  await closeTicket(await by(w.staff.id), { ...key, reason: null, source: 'discord' });
  expect((await told()).map(({ type }) => type)).toEqual(['ticket.closed']);
});
