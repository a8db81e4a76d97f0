import { commandsFor } from '@tickets/discord-sim/people/commands';
import type { Outcome } from '@tickets/discord-sim/people/outcome';
import type { SimMessage } from '@tickets/discord-sim/world/entities';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { textOf } from '../worlds/bot-world.ts';
import { type Level, openTheatre, type Scene, type Theatre } from './scene.ts';

type Text = string | ((scene: Scene) => string);
type Does = (scene: Scene) => Promise<Outcome>;

/** What one command, sub-command, button, select or form of the bot guarantees. */
export interface Row {
  /** The handler as dispatch names it, with its sub-command: `command:setup limit`. */
  of: string;
  /** The least level that may. */
  level: Level;
  /** `anywhere`: in servers and in direct messages. */
  where: 'ticket' | 'server' | 'anywhere' | 'direct messages';
  /** Its options as Discord is told them. */
  options?: readonly string[];
  does: Does;
  /** What has to be so before it is done. */
  before?(scene: Scene): Promise<unknown>;
  /** Part of what is answered; the title of the form when it shows one. */
  says: Text;
  /** Who sees the answer. */
  seenBy: 'everybody' | 'oneself' | 'form';
  /** It is for those on the blacklist too. */
  alsoBlacklisted?: true;
  /** What it changes would outlast a staff override, so it is refused to those whom one alone lets in. */
  outlasts?: true;
  refuses?: Record<string, Refusal>;
}

interface Refusal {
  by?: Level;
  before?(scene: Scene): Promise<unknown>;
  does?: Does;
  title?: string;
  /** All that is answered. */
  says: Text | RegExp;
}

const levels: readonly Level[] = ['everyone', 'support', 'admin'];
const notHere = 'This channel is not a ticket. Use the command in a ticket channel.';
const blacklisted =
  'You are blacklisted in this server, so you cannot use its tickets. Ask its team if you think that this is wrong.';

/** How a slash command is used, as a part of its row. */
export function slash(
  path: string,
  options: (scene: Scene) => Record<string, string | number | boolean> = () => ({}),
): Pick<Row, 'of' | 'does'> {
  return { of: `command:${path}`, does: (s) => s.by.goes(s.channel).slash(path, options(s)) };
}

/** Discord does not answer what the bot asks of it. */
export function discordIsDown(method: string, route: string): Refusal {
  return {
    before: async ({ w }) => w.sim.faults.next({ method, route, kind: 500, times: 8 }),
    says: 'Discord does not answer at the moment. Try again in a minute.',
  };
}

export function testRows(rows: readonly Row[]): void {
  let theatre: Theatre;
  beforeAll(async () => {
    theatre = await openTheatre();
  });
  afterAll(() => theatre[Symbol.asyncDispose]());
  afterEach(() => theatre.end());

  async function begin(row: Row, by: Level): Promise<Scene> {
    const scene = await theatre.begin(by);
    if (row.where === 'ticket') await scene.openTicket();
    if (row.where === 'direct messages') scene.inDirectMessages();
    await row.before?.(scene);
    return scene;
  }

  /** The answer is this and for one person only, and everything else is as it was. */
  async function isRefused(
    scene: Scene,
    does: Does,
    { title = 'Error', says }: Pick<Refusal, 'title' | 'says'>,
  ): Promise<void> {
    const before = await theatre.everything();
    const message = await answerTo(await does(scene));
    const expected = says instanceof RegExp ? expect.stringMatching(says) : textIn(scene, says);
    const [refusal, ...more] = message.embeds.map(({ title, description }) => ({ title, description }));
    expect(refusal).toEqual({ title, description: expected });
    // What was typed into a form comes back with its refusal.
    for (const { title } of more) expect(title).toBe('What you wrote');
    expect(message.ephemeral_for).toBe(scene.by.id);
    const after = await theatre.everything();
    expect({ new: [...after.difference(before)], gone: [...before.difference(after)] }).toEqual({
      new: [],
      gone: [],
    });
  }

  describe.each(rows)('$of', (row) => {
    // In direct messages nobody has a level.
    const mayUse =
      row.where === 'direct messages' ? (['everyone'] as const) : levels.slice(levels.indexOf(row.level));
    const mayNot = levels.slice(0, levels.indexOf(row.level));

    test.each(mayUse)('answers %s', async (by) => {
      const scene = await begin(row, by);
      const outcome = await row.does(scene);
      const says = textIn(scene, row.says);
      if (row.seenBy === 'form') {
        expect(outcome).toMatchObject({ kind: 'modal', modal: { title: says } });
        return;
      }
      const message = await answerTo(outcome);
      expect(textOf(message)).toContain(says);
      expect(message.ephemeral_for).toBe(row.seenBy === 'oneself' ? scene.by.id : undefined);
    });

    test.each(mayNot)('refuses %s', async (by) => {
      const scene = await begin(row, by);
      const says =
        row.level === 'support'
          ? 'Only support staff of this server can do this.'
          : 'You do not have permission to do this in this server.';
      await isRefused(scene, row.does, { says });
    });

    if (row.level === 'everyone' && row.where !== 'direct messages')
      test(`${row.alsoBlacklisted ? 'answers' : 'refuses'} who is blacklisted`, async () => {
        const scene = await begin(row, 'everyone');
        const { w, by } = scene;
        const entry = { guild_id: w.guild_id, user_id: by.id };
        await w.ctx.db.insertInto('blacklisted_users').values(entry).execute();
        if (!row.alsoBlacklisted) await isRefused(scene, row.does, { says: blacklisted });
        else expect(textOf(await answerTo(await row.does(scene)))).toContain(textIn(scene, row.says));
      });

    if (row.where === 'ticket') {
      test('is for tickets', async () => {
        const scene = await theatre.begin(row.level);
        await isRefused(scene, row.does, { says: notHere });
      });

      test('is not for a ticket that is over', async () => {
        const scene = await begin(row, row.level);
        await scene.change({ status: 'closed', closed_at: new Date() });
        await isRefused(scene, row.does, { says: `Ticket #${scene.ticket.ticket_id} is not open any more.` });
      });
    }

    if (row.of.startsWith('command:'))
      test(`is ${row.where === 'anywhere' ? '' : 'not '}there in direct messages`, async () => {
        const scene = await theatre.begin('everyone');
        scene.inDirectMessages();
        const there = commandsFor(scene.w.sim.world, scene.channel, scene.by.id).map(({ name }) => name);
        const [name] = row.of.slice('command:'.length).split(' ');
        expect(there.includes(String(name))).toBe(row.where === 'anywhere');
        if (row.where === 'anywhere')
          expect(textOf(await answerTo(await row.does(scene)))).toContain(textIn(scene, row.says));
      });

    test.each(Object.entries(row.refuses ?? {}))('refuses %s', async (_, refusal) => {
      const scene = await begin(row, refusal.by ?? row.level);
      await refusal.before?.(scene);
      await isRefused(scene, refusal.does ?? row.does, refusal);
    });
  });
}

const textIn = (scene: Scene, text: Text) => (typeof text === 'string' ? text : text(scene));

/** What is said in the end. */
export async function answerTo(outcome: Outcome): Promise<SimMessage> {
  switch (outcome.kind) {
    case 'message':
    case 'update':
      return outcome.message;
    case 'deferred':
      // What everybody would have seen is taken back when it is refused, and said to one person.
      return Promise.any([outcome.settled(), outcome.followUp()]);
    default:
      throw new Error(`the answer is a ${outcome.kind}`);
  }
}
