import { findCommand } from '@tickets/discord-sim/people/commands';
import { outcomeOf } from '@tickets/discord-sim/people/outcome';
import { openTheatre, type Scene, type Theatre } from '@tickets/testkit/commands/scene';
import { settingsRows } from '@tickets/testkit/commands/settings.rows';
import { ofAnotherTeam } from '@tickets/testkit/commands/situations';
import { tagRows } from '@tickets/testkit/commands/tag.rows';
import { ticketRows } from '@tickets/testkit/commands/ticket.rows';
import { buildTicket } from '@tickets/testkit/data/factories';
import { ApplicationCommandType } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

let theatre: Theatre;
beforeAll(async () => {
  theatre = await openTheatre();
});
afterAll(() => theatre[Symbol.asyncDispose]());
afterEach(() => theatre.end());

interface Suggested {
  /** The command, its sub-command and the option. */
  of: string;
  /** Makes something to suggest that has this text in it. */
  make(scene: Scene, text: string): Promise<unknown>;
}

const closedTicket = (s: Scene, values: Partial<Scene['ticket']> = {}) =>
  buildTicket(s.w.ctx, {
    guild_id: s.w.guild_id,
    opener_id: s.member.id,
    panel_id: s.panel.row.panel_id,
    status: 'closed',
    closed_by: s.staff.id,
    closed_at: new Date(),
    ...values,
  });
const tag = ({ w: { ctx, guild_id } }: Scene, text: string) =>
  ctx.db
    .insertInto('tags')
    .values({ guild_id, tag_id: Array.from(text).slice(0, 8).join(''), content: 'x' })
    .execute();

const suggested: readonly Suggested[] = [
  { of: 'tag id', make: tag },
  { of: 'managetags delete id', make: tag },
  { of: 'close reason', make: (s, close_reason) => closedTicket(s, { close_reason }) },
  { of: 'closerequest reason', make: (s, close_reason) => closedTicket(s, { close_reason }) },
  {
    of: 'switchpanel panel',
    make: ({ w }, title) =>
      w
        .panel()
        .then(({ row }) =>
          w.ctx.db.updateTable('panels').set({ title }).where('panel_id', '=', row.panel_id).execute(),
        ),
  },
  { of: 'reopen ticket_id', make: (s, subject) => closedTicket(s, { subject }) },
];

/** What Discord shows while somebody types; fails when it shows that nothing could be loaded. */
async function offered(
  scene: Scene,
  of: string,
  typed: string,
): Promise<{ name: string; value: string | number }[]> {
  const { by, channel, w } = scene;
  const { world } = w.sim;
  const [name = '', ...path] = of.split(' ');
  const focused = path.pop() ?? '';
  const what = { channel, userId: by.id, name, type: ApplicationCommandType.ChatInput };
  const command_id = findCommand(world, what)?.id ?? '';
  const place = { user_id: by.id, channel_id: channel.id };
  const input = {
    kind: 'autocomplete',
    command_id,
    path,
    focused,
    options: { [focused]: typed },
    ...place,
  } as const;
  const outcome = await outcomeOf(world, world.createInteraction(input).id);
  if (outcome.kind !== 'choices') throw new Error(`the answer is: ${outcome.kind}`);
  return outcome.choices;
}
const names = async (...asked: Parameters<typeof offered>) =>
  (await offered(...asked)).map(({ name }) => name);

async function inTicket(by: Parameters<Theatre['begin']>[0]): Promise<Scene> {
  const scene = await theatre.begin(by);
  await scene.openTicket();
  return scene;
}

test('everything that is suggested is here', () => {
  const stated = [...settingsRows, ...ticketRows, ...tagRows].flatMap(({ of, options = [] }) =>
    options
      .filter((option) => option.endsWith('suggested'))
      .map((option) => `${of.replace('command:', '')} ${option.split(':')[0]}`),
  );
  expect(suggested.map(({ of }) => of).sort()).toEqual(stated.sort());
});

describe.each(suggested)('/$of', ({ of, make }) => {
  test('offers what fits, 25 at most, in what Discord takes', async () => {
    const scene = await inTicket('admin');
    for (let n = 0; n < 30; n += 1) await make(scene, `${n}${'ä🥖'.repeat(n)}`);
    const all = await offered(scene, of, '');
    expect(all).toHaveLength(25);
    for (const { name, value } of all) {
      expect(name).toMatch(/^.{1,100}$/s);
      expect(String(value)).toMatch(/^.{1,100}$/s);
      expect(name.isWellFormed()).toBe(true);
    }
  });

  test.each([
    ['wild cards', '%_\\'],
    ['quotes', `'"; drop table tickets --`],
    ['a sign that no database takes', 'a\u0000b'],
    ['half a sign', '\ud83d'],
    ['a digit of another script', '١'],
    ['more than anybody types', '9'.repeat(6000)],
  ])('answers to %s', async (_, typed) => {
    const scene = await inTicket('admin');
    expect(await offered(scene, of, typed)).toEqual([]);
  });

  test('offers nothing to who is blacklisted', async () => {
    const scene = await inTicket('everyone');
    const { w, by } = scene;
    await make(scene, 'docs');
    await w.ctx.db.insertInto('blacklisted_users').values({ guild_id: w.guild_id, user_id: by.id }).execute();
    expect(await offered(scene, of, '')).toEqual([]);
  });
});

test.each(['managetags delete id', 'closerequest reason', 'switchpanel panel'])(
  '/%s offers nothing to members',
  async (of) => {
    const scene = await inTicket('everyone');
    for (const { of: one, make } of suggested) if (one === of) await make(scene, 'docs');
    expect(await offered(scene, of, '')).toEqual([]);
  },
);

describe('reasons', () => {
  test('of other people’s tickets are not shown to a member', async () => {
    const scene = await inTicket('everyone');
    await closedTicket(scene, { close_reason: 'Delivered' });
    await closedTicket(scene, { close_reason: 'Delivered to a liar', opener_id: scene.w.other.id });
    expect(await names(scene, 'close reason', 'deliver')).toEqual(['Delivered']);
    scene.by = scene.staff;
    expect(await names(scene, 'close reason', 'deliver')).toEqual(['Delivered to a liar', 'Delivered']);
  });

  test('of panels that somebody does not work are not shown to them', async () => {
    const scene = await inTicket('support');
    const { panel_id } = scene.ticket;
    await ofAnotherTeam(scene);
    await closedTicket(scene, { panel_id: scene.ticket.panel_id, close_reason: 'A matter of the board' });
    await scene.change({ panel_id });
    expect(await offered(scene, 'close reason', 'board')).toEqual([]);
    scene.by = scene.admin;
    expect(await names(scene, 'close reason', 'board')).toEqual(['A matter of the board']);
  });
});
