import type { HeapProfiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { AppError } from '@tickets/contract/platform/errors';
import { archiveAttacks } from '@tickets/testkit/archives/archive-attacks';
import { archiveOf, importArchive } from '@tickets/testkit/archives/archives';
import { Forgery } from '@tickets/testkit/archives/forge';
import { callAs } from '@tickets/testkit/data/access';
import { buildGuild, buildMember } from '@tickets/testkit/data/factories';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UserCall } from '../access/caller.ts';
import type { Context } from '../platform/context.ts';
import { archiveLimits } from './format/limits.ts';
import { workOnServer } from './import/work.ts';

/**
 * The megabytes of objects that the program itself may make of an archive that another process reads: receiving it, hashing it,
 * noting what came of it. They are the same on a busy machine, which seconds are not; `bench/attacks/archives.ts` has the seconds.
 */
const ownMegabytesMax = 20;

let context: TestContext;
beforeAll(async () => {
  context = await createTestContext();
});
afterAll(() => context.close());

async function ownerOf(ctx: Context): Promise<{ guild_id: string; owner: UserCall }> {
  const { guild_id, owner_id } = await buildGuild(ctx);
  await buildMember(ctx, { guild_id, user_id: owner_id });
  return { guild_id, owner: await callAs({ ctx, guild_id }, owner_id) };
}

async function answerTo(bytes: Buffer, { guild_id, owner }: Awaited<ReturnType<typeof ownerOf>>) {
  try {
    const { state, problem } = await importArchive(owner, guild_id, bytes);
    return `${state}: ${problem}`;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

/** Tags and panels as no editor makes them, of which each value is judged by the program itself. */
const setups: [what: string, part: string, row: (n: number) => object, many: number, told: RegExp][] = [
  [
    'tags of 9,900 empty fields each',
    'tags',
    (n) => ({
      ...{ tag_id: `z${n}`, content: 'Hello', use_guild_command: false },
      embed: { footer: { text: 'x' }, fields: Array(9_900).fill({}) },
    }),
    520,
    /setup\/tags\.jsonl, line 1, holds more than 400 values/,
  ],
  [
    'panels of 9,990 empty mentions each',
    'panels',
    (n) => ({ panel_id: n, mentions: Array(9_990).fill('') }),
    500,
    /setup\/panels\.jsonl, line 1, holds more than 400 values/,
  ],
  [
    'as many tags of as much as each may hold as are past the limit of all',
    'tags',
    (n) => ({
      ...{ tag_id: `z${n}`, content: 'Hello', use_guild_command: false },
      embed: { fields: Array(180).fill({}) },
    }),
    Math.ceil(archiveLimits.setup_values / 360),
    /what is set up in it holds more than 300000 values/,
  ],
];

/** An archive of ours with these rows in a part of its set-up, sent by the owner of another server. */
async function sendSetup(part: string, rows: object[]): Promise<Sent> {
  const { ctx } = context;
  const { guild_id } = await buildGuild(ctx);
  const forgery = await Forgery.of(await archiveOf(ctx, guild_id));
  return send(forgery.rows(`setup/${part}.jsonl`, () => rows).zip());
}

interface Sent {
  answer: string;
  /** Of objects that the thread made that answers people, also of those that are gone since. */
  megabytes: number;
}

async function send(bytes: Buffer): Promise<Sent> {
  const sender = await ownerOf(context.ctx);
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.startSampling', {
      samplingInterval: 16 * 1024,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    });
    const answer = await answerTo(bytes, sender);
    const { profile } = await session.post('HeapProfiler.stopSampling');
    return { answer, megabytes: bytesOf(profile.head) / 1e6 };
  } finally {
    session.disconnect();
  }
}

const bytesOf = ({ selfSize, children }: HeapProfiler.SamplingHeapProfileNode): number =>
  children.reduce((sum, child) => sum + bytesOf(child), selfSize);

describe('an archive that holds much in little', () => {
  test.each(setups)(
    'of %s is refused with its reason, and costs the program itself next to nothing',
    async (_, part, row, many, told) => {
      const rows = Array.from({ length: many }, (__, n) => row(n));
      const { answer, megabytes } = await sendSetup(part, rows);
      expect(answer).toMatch(told);
      expect(megabytes).toBeLessThan(ownMegabytesMax);
    },
    120_000,
  );

  test('makes the program little work where it holds as much as it may', async () => {
    const embed = { footer: { text: 'x' }, fields: Array(180).fill({}) };
    const tag = (n: number) => ({ tag_id: `z${n}`, content: 'Hello', use_guild_command: false, embed });
    const many = Math.floor(archiveLimits.setup_values / 380);
    const { answer, megabytes } = await sendSetup(
      'tags',
      Array.from({ length: many }, (_, n) => tag(n)),
    );
    expect(answer).toBe('done: null');
    expect(megabytes).toBeLessThan(10 * ownMegabytesMax);
  }, 120_000);

  test.each(archiveAttacks)(
    '%s: is refused with its reason, and costs the program itself next to nothing',
    async (_, make, told) => {
      const { answer, megabytes } = await send(make());
      expect(answer).toMatch(told);
      expect(megabytes).toBeLessThan(ownMegabytesMax);
    },
    120_000,
  );

  test('eight of them at once leave room for a good one', async () => {
    const { ctx } = context;
    const source = await buildGuild(ctx);
    await ctx.db
      .insertInto('tags')
      .values({ guild_id: source.guild_id, tag_id: 'menu', content: 'Bread.' })
      .execute();
    const bytes = archiveAttacks[0]?.[1]() ?? Buffer.alloc(0);
    const senders = await Promise.all(Array.from({ length: 8 }, () => ownerOf(ctx)));
    const good = await ownerOf(ctx);
    const sent = await Promise.all([
      ...senders.map(async (sender) => ({ ...sender, answer: await answerTo(bytes, sender) })),
      answerTo(await archiveOf(ctx, source.guild_id), good).then((answer) => ({ ...good, answer })),
    ]);
    // Who found no turn is called by a job, as here.
    for (const { guild_id } of sent) expect(await workOnServer(ctx, { guild_id })).toBe(true);
    const rows = await ctx.db
      .selectFrom('import_uploads')
      .where(
        'guild_id',
        'in',
        sent.map(({ guild_id }) => guild_id),
      )
      .select(['guild_id', 'state', 'problem'])
      .execute();
    for (const { guild_id, state, problem } of rows)
      expect([state, problem]).toEqual(
        guild_id === good.guild_id ? ['done', null] : ['refused', expect.stringContaining('not understood')],
      );
    expect(rows).toHaveLength(9);
  }, 120_000);
});
