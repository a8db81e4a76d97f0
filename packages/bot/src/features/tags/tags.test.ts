import { CustomEmbedInput } from '@tickets/contract/embeds/embeds';
import { TagInput } from '@tickets/contract/tags/tags';
import { sendTag } from '@tickets/core/tags/send';
import { saveTag } from '@tickets/core/tags/tags';
import type { Outcome } from '@tickets/discord-sim/people/outcome';
import { callAs, callOf } from '@tickets/testkit/data/access';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

// What fails here on purpose is reported.
allowWarning(/"msg":"(the command of a tag is not made yet)/);

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
});
afterEach(() => w[Symbol.asyncDispose]());

const save = (input: object) =>
  saveTag(callOf(w.ctx), w.guild_id, TagInput.parse({ id: 'docs', content: 'Read the docs', ...input }));
const ids = async () =>
  (await w.ctx.db.selectFrom('tags').select('tag_id').orderBy('tag_id').execute()).map(
    ({ tag_id }) => tag_id,
  );

/** The message that an answer ends as. */
async function messageOf(outcome: Outcome) {
  if (outcome.kind === 'deferred') return outcome.settled();
  if (outcome.kind !== 'message') throw new Error(`the answer is a ${outcome.kind}`);
  return outcome.message;
}
const isPrivate = ({ flags }: { flags?: number | undefined }) => Boolean((flags ?? 0) & 64);
const use = async (name: string, options: Record<string, string> = {}) =>
  messageOf(await w.member.goes(w.lobby).slash(name, options));

describe('/tag', () => {
  test('posts the tag for everybody, as it is written, whatever the case of the id', async () => {
    const embed = CustomEmbedInput.parse({ title: 'Docs', description: 'Hi %user%' });
    await save({ content: 'Hi %user%', use_embed: true, embed });
    const message = await use('tag', { id: 'DOCS' });
    expect(message).toMatchObject({ content: 'Hi %user%' });
    expect(message.embeds).toMatchObject([{ title: 'Docs', description: 'Hi %user%' }]);
    expect(isPrivate(message)).toBe(false);
    expect(w.sim.world.messages.in('channel', w.lobby.id).at(-1)?.id).toBe(message.id);
  });

  test('calls the people whom it names, never a role or everyone', async () => {
    await save({ content: `@everyone @here <@&${w.bot_role.id}> <@&${w.guild_id}> <@${w.other.id}>` });
    expect(await use('tag', { id: 'docs' })).toMatchObject({
      mentions: [w.other.id],
      mention_roles: [],
      mention_everyone: false,
    });
  });

  test('brings nobody into a private thread whose name only its placeholders make', async () => {
    await w.settings({ use_threads: true, ticket_notification_channel: w.notices.id, ticket_limit: 7 });
    const { channel } = await w.openTicket();
    const inThread = () => w.sim.world.threadMembers.in('thread', channel.id).map(({ user_id }) => user_id);
    const { id } = w.other;
    const end = id.slice(5);
    const nothing = '%date_days:x%';
    const names = [`<@${id.slice(0, 5)}${nothing}${end}>`, `<${nothing}@${id}>`];
    await save({ content: `${names.join(' ')} %user%` });
    const message = await messageOf(await w.member.goes(channel).slash('tag', { id: 'docs' }));
    expect(message.content).toBe(`<@${id}> <@${id}> <@${w.member.id}>`);
    expect(message.mentions).toEqual([w.member.id]);
    expect(inThread()).not.toContain(id);
    await save({ content: `<@${id}>` });
    await messageOf(await w.member.goes(channel).slash('tag', { id: 'docs' }));
    expect(inThread()).toContain(id);
  });

  test('does not pass for the same tag from the dashboard, whose first try never arrived', async () => {
    await save({});
    const { ticket, channel } = await w.openTicket();
    const { id } = await messageOf(await w.staff.goes(channel).slash('tag', { id: 'docs' }));
    w.sim.faults.next({ method: 'POST', route: '/webhooks/:id/:token', kind: 'reset' });
    const { guild_id, ticket_id } = ticket;
    const { message_id } = await sendTag(await callAs(w, w.staff.id), {
      guild_id,
      ticket_id,
      tag_id: 'docs',
    });
    const said = w.sim.world.messages.in('channel', channel.id);
    expect(said.filter(({ content }) => content === 'Read the docs').map((message) => message.id)).toEqual([
      id,
      message_id,
    ]);
  });

  test('tells whoever names no tag, and nobody else', async () => {
    const before = w.sim.world.messages.in('channel', w.lobby.id).length;
    const message = await use('tag', { id: 'nope' });
    expect(await saidIn({ kind: 'message', message } as Outcome)).toContain('Tag not found: nope');
    expect(isPrivate(message)).toBe(true);
    const shown = w.sim.world.messages.in('channel', w.lobby.id).filter((said) => !isPrivate(said));
    expect(shown).toHaveLength(before);
  });

  test('offers 25 tags at most, those that begin as typed first', async () => {
    for (const id of ['refund', 'fun', 'docs']) await save({ id });
    expect(await w.member.goes(w.lobby).autocomplete('tag', 'id', { id: 'FUN' })).toEqual([
      { name: 'fun', value: 'fun' },
      { name: 'refund', value: 'refund' },
    ]);
    for (let n = 0; n < 30; n += 1) await save({ id: `n${n}` });
    expect(await w.member.goes(w.lobby).autocomplete('tag', 'id', { id: '' })).toHaveLength(25);
  });

  test('in a ticket fills placeholders, and counts as a message of whoever used it', async () => {
    await save({ content: 'Hi %user%, ticket %ticket_id%, %user_open_tickets% open' });
    const { channel } = await w.openTicket();
    const { content } = await messageOf(await w.staff.goes(channel).slash('tag', { id: 'docs' }));
    await w.bot.settled();
    expect(content).toBe(`Hi <@${w.member.id}>, ticket 1, 1 open`);
    expect(await w.ticket(1)).toMatchObject({
      last_message_by: w.staff.id,
      last_message_is_staff: true,
      awaits_opener: true,
      first_response_at: expect.any(Date),
    });
    await messageOf(await w.member.goes(channel).slash('tag', { id: 'docs' }));
    await w.bot.settled();
    expect(await w.ticket(1)).toMatchObject({ last_message_by: w.member.id, awaits_opener: false });
    const rows = await w.ctx.db.selectFrom('ticket_participants').select('user_id').execute();
    expect(rows.map(({ user_id }) => user_id).sort()).toEqual([w.staff.id, w.member.id].sort());
  });
});

describe('a command of its own', () => {
  test('posts its tag, and is gone when it is turned off', async () => {
    await save({ use_guild_command: true });
    const message = await use('docs');
    expect([message.content, isPrivate(message)]).toEqual(['Read the docs', false]);
    await save({ use_guild_command: false });
    await expect(use('docs')).rejects.toThrow();
  });

  test('is known by its name until its id is', async () => {
    await save({ use_guild_command: true });
    await w.ctx.db.updateTable('tags').set({ command_id: null }).execute();
    expect((await use('docs')).content).toBe('Read the docs');
  });

  test('that stayed in Discord without a tag says that there is none', async () => {
    await save({ use_guild_command: true });
    await w.ctx.db.deleteFrom('tags').execute();
    expect(await saidIn(await w.member.goes(w.lobby).slash('docs'))).toContain('Tag not found: docs');
  });

  test('needs premium when it is used', async () => {
    await save({ use_guild_command: true });
    Object.assign(w.ctx.config, { premium: 'entitlements' });
    const outcome = await w.member.goes(w.lobby).slash('docs');
    expect(await saidIn(outcome)).toContain('Premium is required to use custom commands');
  });

  test('that Discord did not take before the bot ended is there after its next start', async () => {
    w.sim.faults.next({ method: 'POST', route: '/applications/:id/guilds/:id/commands', kind: 500 });
    await save({ use_guild_command: true });
    await w.restart();
    expect((await use('docs')).content).toBe('Read the docs');
  });
});

describe('/managetags', () => {
  const manage = async (name: string, options: Record<string, string> = {}, who = w.staff) =>
    saidIn(await who.goes(w.lobby).slash(`managetags ${name}`, options));

  test('adds a tag, lists and deletes it', async () => {
    expect(await manage('list')).toContain('no tags yet');
    expect(await manage('add', { id: 'Docs', content: 'Read' })).toContain('`docs` has been created');
    await save({ id: 'a`b' });
    expect(await manage('list')).toContain('- `` a`b ``\n- `docs`');
    expect(await w.staff.goes(w.lobby).autocomplete('managetags delete', 'id', { id: 'oc' })).toHaveLength(1);
    expect(await manage('delete', { id: 'DOCS' })).toContain('`docs` has been deleted');
    expect(await ids()).toEqual(['a`b']);
  });

  test('says what stands in the way', async () => {
    await save({});
    expect(await manage('add', { id: 'docs', content: 'Other' })).toContain('There is a tag docs already');
    expect(await manage('add', { id: 'my docs', content: 'x' })).toContain(
      '1 to 16 characters and no spaces',
    );
    expect(await manage('delete', { id: 'none' })).toContain('Tag not found: none');
    expect(await ids()).toEqual(['docs']);
  });

  test('lists 200 tags, and adds none more', async () => {
    await w.ctx.db
      .insertInto('tags')
      .values(
        Array.from({ length: 200 }, (_, n) => ({
          guild_id: w.guild_id,
          tag_id: `${n}`.padStart(16, 'x'),
          content: 'x',
        })),
      )
      .execute();
    const listed = await manage('list');
    expect(listed.split('\n').filter((line) => line.startsWith('- '))).toHaveLength(200);
    expect(await manage('add', { id: 'docs', content: 'x' })).toContain('Tag limit (200) reached');
  });

  test('is for staff', async () => {
    expect(await manage('add', { id: 'docs', content: 'x' }, w.member)).toContain('staff');
    expect(await ids()).toEqual([]);
  });
});
