import type { Outcome } from '@tickets/discord-sim/people/outcome';
import { type BotWorld, startBotWorld, textOf } from '@tickets/testkit/worlds/bot-world';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const dashboard = 'http://localhost:8080';
let w: BotWorld;
beforeAll(async () => {
  const links = {
    invite: 'http://discord.test/invite',
    premium: `${dashboard}/p`,
    docs: `${dashboard}/docs`,
  };
  w = await startBotWorld({ config: { premium: 'entitlements', dashboard_url: dashboard, links } });
});
afterAll(() => w[Symbol.asyncDispose]());

/** What a command comes to say, which may take a step or two. */
async function finallySaid(outcome: Outcome, words: string) {
  if (outcome.kind !== 'deferred') throw new Error(`not acknowledged: ${outcome.kind}`);
  const { id } = await outcome.settled();
  return w.owner.eventually(() => {
    const message = w.sim.world.messages.get(id);
    return message && textOf(message).includes(words) && message;
  }, words);
}
const buttons = (message: { components: unknown }) =>
  [...JSON.stringify(message.components).matchAll(/"label":"([^"]+)"/g)].map(([, label]) => label);

/** Discord refuses buttons that lead to a host without a dot, and the message with them. */
describe('where the dashboard has an address that Discord takes no link to', () => {
  const inLobby = () => w.owner.goes(w.lobby);
  test.each<[string, () => Promise<Outcome>, string[], string]>([
    ['/about', () => inLobby().slash('about'), ['Add to Server'], `**Guide** ${dashboard}/docs`],
    ['/panel', () => inLobby().slash('panel'), [], `${dashboard}/manage/`],
    ['/premium', () => inLobby().slash('premium'), ['Redeem a Key'], `${dashboard}/p`],
    ['/autoclose configure', () => inLobby().slash('autoclose configure'), [], '/settings'],
    ['/setup auto', () => inLobby().slash('setup auto'), [], '/panels'],
  ])('%s tells it in words', async (_, use, labels, words) => {
    expect(buttons(await finallySaid(await use(), words))).toEqual(labels);
  });

  test('a closed ticket is announced, rated, and opened again', async () => {
    await w.settings({ archive_channel: w.notices.id, feedback_enabled: true });
    const { ticket, channel } = await w.openTicket();
    await w.member.write(channel, 'Where is my bread?');
    await w.bot.settled();
    await w.staff.goes(channel).slash('close');
    await w.member.eventually(() => w.member.directMessages(w.bot_id).length === 1, 'the direct message');
    await w.bot.settled();
    const address = `**View Online Transcript** ${dashboard}/manage/${w.guild_id}/transcripts/view/${ticket.ticket_id}`;
    const [archived] = w.sim.world.messages.in('channel', w.notices.id);
    const [told] = w.member.directMessages(w.bot_id);
    expect(textOf(archived!)).toContain(address); // waited for above
    expect(buttons(archived!)).toEqual(['Edit Reason']);
    expect(textOf(told!)).toContain(address);
    expect(buttons(told!)).toEqual(['1', '2', '3', '4', '5']);

    await w.owner.goes(w.lobby).slash('reopen', { ticket_id: String(ticket.ticket_id) });
    await w.bot.settled();
    const [, again] = await w.tickets();
    const said = w.sim.world.messages.in('channel', again?.channel_id ?? '').map(textOf);
    expect(said.join('\n')).toContain(`**Dashboard (staff)** ${dashboard}/manage/`);
  });
});
