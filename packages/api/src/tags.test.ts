import { CustomEmbedInput } from '@tickets/contract/embeds/embeds';
import { commandNames } from '@tickets/contract/platform/command-names';
import type { TagFields } from '@tickets/contract/tags/tags';
import { forgetGuild } from '@tickets/core/servers/guilds';
import type { Fault } from '@tickets/discord-sim/faults/faults';
import { buildMember, buildSession } from '@tickets/testkit/data/factories';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { settleAll } from '@tickets/testkit/worlds/effects';
import { type PanelDesk, type PanelWorld, startPanelWorld } from '@tickets/testkit/worlds/panel-world';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

// What fails here on purpose is reported.
allowWarning(
  /"msg":"(a tag did not become a command|commands of tags that are gone are deleted later|the command of a tag is not made yet)/,
);

let w: PanelWorld;
let desk: PanelDesk;

beforeAll(async () => {
  w = await startPanelWorld();
});
afterAll(() => w[Symbol.asyncDispose]());
beforeEach(async () => {
  expect(w.app.sim.faults.pending).toBe(0);
  desk = await w.addDesk({ premium: true });
});

const at = () => ({ params: { guild_id: desk.guild_id }, token: desk.token });
/** Sends whatever a client may send. */
async function save(body: object) {
  const { status, error } = await w.app.call('tags.save', { ...at(), body: body as never });
  return { status, code: error?.code, error: error?.error, fields: error?.fields };
}
const remove = (tag_id: unknown) =>
  w.app.call('tags.remove', { ...at(), body: { tag_id: tag_id as string } });
const list = async () => (await w.app.call('tags.list', at())).body;
const docs = { id: 'docs', content: 'Read the docs', use_embed: false, use_guild_command: false };
const alias = { ...docs, use_guild_command: true };
const embed = CustomEmbedInput.parse({ description: 'All of it', fields: [{ name: 'N', value: 'V' }] });

/** The commands of the server in Discord, by name. */
const commands = () =>
  w.app.sim.world.commands
    .in('scope', `${w.app.application.id}:${desk.guild_id}`)
    .map(({ name, description }) => [name, description]);
const fail = (fault: Omit<Fault, 'route'> & { route?: string }) =>
  w.app.sim.faults.next({ route: '/applications/:id/guilds/:id/commands', ...fault });
const follow = () => settleAll(w.app.ctx);
const fill = (count: number, row: object = {}) =>
  w.app.ctx.db
    .insertInto('tags')
    .values(
      Array.from({ length: count }, (_, n) => ({
        guild_id: desk.guild_id,
        tag_id: `t${n}`,
        content: 'x',
        ...row,
      })),
    )
    .execute();

describe('tags', () => {
  test('are a map by id, and saving makes or changes the one of the id', async () => {
    expect(await list()).toEqual({});
    expect((await save({ ...docs, id: ' Docs ' })).status).toBe(204);
    expect((await save({ ...docs, id: 'rules', content: '  ', use_embed: true, embed })).status).toBe(204);
    const version = expect.any(Number);
    expect(await list()).toEqual({
      docs: { ...docs, embed: null, version },
      rules: { id: 'rules', content: null, use_embed: true, use_guild_command: false, embed, version },
    });
    await save({ ...docs, content: 'Other', use_embed: false, embed });
    expect((await list()).docs).toEqual({
      ...docs,
      version,
      content: 'Other',
      embed: null,
    });
  });

  test('are deleted whatever the case of the id, and an unknown one is named', async () => {
    await save(docs);
    expect((await remove('DOCS')).status).toBe(204);
    expect(await list()).toEqual({});
    const { status, error } = await remove('docs');
    expect([status, error.error]).toEqual([404, 'Tag not found: docs']);
    for (const wrong of ['', undefined, 'x'.repeat(101), 5])
      expect((await remove(wrong)).error.error).toContain('Invalid tag');
  });

  test('are not overwritten by an id that differs in its case, which may be meant for another tag', async () => {
    await save({ ...docs, use_embed: true, embed });
    const { status, code, error, fields } = await save({ ...docs, id: 'DOCS', content: 'Mine' });
    const text = 'There is a tag docs already. Edit it in the dashboard, or choose another id.';
    expect([status, code, error]).toEqual([409, 'tag.exists', text]);
    expect(fields).toEqual([{ path: 'id', message: text }]);
    expect((await list()).docs?.content).toBe('Read the docs');
    // The same once more, as when the first answer was lost.
    expect((await save({ ...docs, id: 'Docs', use_embed: true, embed })).status).toBe(204);
  });

  const idText =
    'Tag IDs must be alphanumeric (including hyphens and underscores), and be between 1 and 16 characters long';
  const nothingText = 'You have not provided any content for the tag';
  test.each([
    ['an empty id', { ...docs, id: '' }, idText],
    ['no id', { ...docs, id: undefined }, idText],
    ['an id with a space', { ...docs, id: 'my docs' }, idText],
    ['an id of 17 characters', { ...docs, id: 'x'.repeat(17) }, idText],
    ['a key that no map can hold', { ...docs, id: '__proto__' }, idText],
    ['a command whose name Discord would refuse', { ...alias, id: 'dö.cs' }, idText],
    ['2001 characters', { ...docs, content: 'x'.repeat(2001) }, 'The content has at most 2000 characters.'],
    ['nothing in it', { ...docs, content: null }, nothingText],
    ['a title alone', { ...docs, content: '', use_embed: true, embed: { title: 'T' } }, nothingText],
    ['an embed that is not used', { ...docs, content: '', embed: { description: 'D' } }, nothingText],
    [
      'an embed over 6000 characters',
      {
        ...docs,
        use_embed: true,
        embed: { description: 'd'.repeat(4096), footer: { text: 'f'.repeat(2000) } },
      },
      "Total embed characters (6096) exceeds Discord's 6000 character limit",
    ],
  ])('with %s are refused', async (_, body, text) => {
    const answer = await save(body);
    expect([answer.status, answer.error]).toEqual([400, expect.stringContaining(text)]);
    expect(await list()).toEqual({});
  });

  test('may have 2000 characters, emojis counted as one, and an id in any script', async () => {
    expect((await save({ ...docs, id: 'hilfe-größe', content: '👋'.repeat(2000) })).status).toBe(204);
    expect(Object.keys(await list())).toEqual(['hilfe-größe']);
  });

  test('are 200 at most; the 201st is refused however many come at once, and the others can be edited', async () => {
    await fill(199);
    const answers = await Promise.all(['a', 'b', 'c'].map((id) => save({ ...docs, id })));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect([refused?.code, refused?.error]).toEqual(['tag.limit_reached', 'Tag limit (200) reached']);
    expect((await save({ ...docs, id: 't7' })).status).toBe(204);
  });

  test('belong to their server alone', async () => {
    await save(docs);
    const first = desk;
    desk = await w.addDesk();
    expect(await list()).toEqual({});
    expect((await remove('docs')).status).toBe(404);
    await save({ ...docs, content: 'Ours' });
    desk = first;
    expect((await list()).docs?.content).toBe('Read the docs');
  });

  test('are the business of support staff', async () => {
    const of = async (level: 0 | 1) =>
      buildSession(w.app.ctx, await buildMember(w.app.ctx, { guild_id: desk.guild_id, level }));
    const [nobody, staff] = [await of(0), await of(1)];
    const call = (token: string) => w.app.call('tags.save', { ...at(), token, body: docs });
    expect((await call(nobody)).status).toBe(403);
    expect((await call(staff)).status).toBe(204);
  });
});

describe('without premium', () => {
  const withoutPremium = () =>
    w.app.ctx.db.deleteFrom('entitlements').where('guild_id', '=', desk.guild_id).execute();

  test('a tag cannot become a command, and stays one that was', async () => {
    await save(alias);
    await withoutPremium();
    const { status, error, fields } = await save({ ...alias, id: 'other' });
    expect([status, error]).toEqual([400, 'Premium is required to use custom commands']);
    expect(fields?.[0]?.path).toBe('use_guild_command');
    expect((await save({ ...alias, content: 'New' })).status).toBe(204);
    expect((await list()).docs).toMatchObject({ content: 'New', use_guild_command: true });
    expect(Object.keys(await list())).toEqual(['docs']);
  });

  test('the footer of an embed cannot be set, and stays where it was', async () => {
    const footed = { ...docs, use_embed: true, embed: { ...embed, footer: { text: 'F', icon_url: null } } };
    await save(footed);
    await withoutPremium();
    const { error, fields } = await save({ ...footed, id: 'other' });
    expect([error, fields?.[0]?.path]).toEqual([
      'The embed footer is a premium feature',
      'embed.footer.text',
    ]);
    expect((await save({ ...footed, content: 'New' })).status).toBe(204);
  });
});

describe('the command of a tag', () => {
  test('is there with the tag, and goes when it is turned off or the tag is deleted', async () => {
    await save(alias);
    expect(commands()).toEqual([['docs', 'Alias for /tag docs']]);
    await save({ ...alias, content: 'Other' });
    expect(commands()).toHaveLength(1);
    await save(docs);
    expect(commands()).toEqual([]);
    expect((await list()).docs?.use_guild_command).toBe(false);
    await save(alias);
    await remove('docs');
    expect(commands()).toEqual([]);
  });

  test.each(commandNames.slice(0, 3))('cannot be called like the command /%s of the bot', async (id) => {
    const { status, code, fields } = await save({ ...alias, id });
    expect([status, code, fields?.[0]?.path]).toEqual([400, 'tag.alias_taken', 'id']);
    expect((await save({ ...docs, id })).status).toBe(204);
  });

  test('is one of 100 at most, which Discord counts too', async () => {
    await fill(100, { use_guild_command: true, command_id: '1' });
    expect((await save(alias)).code).toBe('tag.alias_limit');
    await w.app.ctx.db.deleteFrom('tags').where('guild_id', '=', desk.guild_id).execute();
    const { world } = w.app.sim;
    const { id: application_id } = w.app.application;
    for (let n = 0; n < 100; n += 1)
      world.commands.put({
        id: world.newId(),
        application_id,
        version: '1',
        guild_id: desk.guild_id,
        type: 1,
        name: `c${n}`,
        description: 'd',
        default_member_permissions: null,
      });
    expect((await save(alias)).code).toBe('tag.alias_limit');
    expect(await list()).toEqual({});
  });

  test('that Discord refuses leaves everything as it was, and the reason is said', async () => {
    await save(docs);
    fail({ method: 'POST', kind: 403 });
    const { status, error } = await save({ ...alias, content: 'Other' });
    expect([status, error]).toEqual([400, expect.stringContaining('Discord refused that')]);
    expect((await list()).docs).toMatchObject({ ...docs, embed: null } satisfies TagFields);
    expect(commands()).toEqual([]);
  });

  for (const kind of [500, 'timeout'] as const)
    for (const afterEffect of [false, true]) {
      const met = `${kind === 500 ? 'an error' : 'silence'}${afterEffect ? ' after its effect' : ''}`;
      test(`that met ${met} is there once in the end`, async () => {
        fail({ method: 'POST', kind, afterEffect });
        expect((await save(alias)).status).toBe(204);
        expect((await list()).docs?.use_guild_command).toBe(true);
        await follow();
        expect(commands()).toHaveLength(1);
        await remove('docs');
        expect(commands()).toEqual([]);
      });

      test(`whose deletion met ${met} is gone in the end`, async () => {
        await save(alias);
        fail({ method: 'DELETE', route: '/applications/:id/guilds/:id/commands/:id', kind, afterEffect });
        expect((await save(docs)).status).toBe(204);
        await follow();
        expect(commands()).toEqual([]);
        await save(alias);
        expect(commands()).toHaveLength(1);
      });
    }

  test('whose answer was lost goes with its tag all the same', async () => {
    fail({ method: 'POST', kind: 500, afterEffect: true });
    await save(alias);
    expect(commands()).toHaveLength(1);
    await remove('docs');
    expect(commands()).toEqual([]);
  });

  test('goes with the bot when it leaves the server, and is made anew when it comes back', async () => {
    await save(alias);
    const { ctx, sim } = w.app;
    await forgetGuild(ctx, desk.guild_id);
    for (const { id } of sim.world.commands.in('scope', `${w.app.application.id}:${desk.guild_id}`))
      sim.world.commands.delete(id);
    await follow();
    expect(commands()).toEqual([]);
    await ctx.db.updateTable('guilds').set({ left_at: null }).where('guild_id', '=', desk.guild_id).execute();
    await follow();
    expect(commands()).toHaveLength(1);
  });

  test('that Discord refuses later is not wanted any more', async () => {
    fail({ method: 'POST', kind: 500 });
    await save(alias);
    fail({ method: 'POST', kind: 403 });
    await follow();
    expect((await list()).docs?.use_guild_command).toBe(false);
  });
});
