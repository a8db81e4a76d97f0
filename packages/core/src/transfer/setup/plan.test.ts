import { setImmediate as nextTurn } from 'node:timers/promises';
import { buildGuild } from '@tickets/testkit/data/factories';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { setupOf } from '../format/archive.ts';
import { archiveLimits } from '../format/limits.ts';
import type { SetupTable } from '../registry/registry.ts';
import { setupMost } from './most.ts';
import { planSetup } from './plan.ts';

type Things = Partial<Record<SetupTable, object>>;

const lines = archiveLimits.setup_lines;
/** As many are planned of any kind here, and of those over it one line tells. */
const leastMost = Math.min(
  ...['support_teams', 'forms', 'panels', 'multi_panels'].map((kind) => setupMost[kind as 'panels']),
);
/** Panels and multi-panels of a channel that is not here are skipped, so that no question to the database is a pause. */
const channel_id = '1';
const halves = (make: (n: number) => Things) => (count: number) =>
  Array.from({ length: count / 2 }, (_, n) => make(n));

/** What an archive may hold as many of as its limit of lines allows, where each may belong to each. */
const shapes: Record<string, (lines: number) => Things[]> = {
  teams: (count) =>
    Array.from({ length: count }, (_, n) => ({ support_teams: { team_id: n, name: `Team ${n}` } })),
  'teams with a role each': halves((n) => ({
    support_teams: { team_id: n, name: `Team ${n}` },
    support_team_roles: { team_id: n, role_id: String(n + 2) },
  })),
  'teams with the same role': halves((n) => ({
    support_teams: { team_id: n, name: `Team ${n}` },
    support_team_roles: { team_id: n, role_id: '2' },
  })),
  'forms with a question each': halves((n) => ({
    forms: { form_id: n, title: `Form ${n}` },
    form_inputs: { form_id: n, position: 1, style: 1, label: 'Why?', required: true },
  })),
  'panels with a rule each': halves((n) => ({
    panels: {
      panel_id: n,
      title: `Panel ${n}`,
      content: 'Press',
      channel_id,
      mentions: [],
      form_id: null,
      exit_survey_form_id: null,
      pending_category: null,
      category_id: null,
      emoji_id: null,
      emoji_name: null,
      welcome_message: null,
    },
    panel_access_rules: { panel_id: n, role_id: '2', action: 'allow' },
  })),
  'multi-panels with a panel each': halves((n) => ({
    multi_panels: {
      id: n,
      channel_id,
      embed: { title: `Multi ${n}` },
      select_menu: false,
      select_menu_placeholder: null,
    },
    multi_panel_panels: { multi_panel_id: n, panel_id: n },
  })),
};

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

let context: Awaited<ReturnType<typeof createTestContext>>;
let guild_id: string;
beforeAll(async () => {
  context = await createTestContext();
  guild_id = (await buildGuild(context.ctx)).guild_id;
});
afterAll(() => context.close());

/** How much of the processor planning takes, in all and at most until something else has its turn. */
async function plan(of: Things[]) {
  const rows = await setupOf(rowsIn(of));
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  let longest = 0;
  const watching = (async () => {
    for (let before = cpuMs(); !isOver; ) {
      await nextTurn();
      const now = cpuMs();
      longest = Math.max(longest, now - before);
      before = now;
    }
  })();
  const began = cpuMs();
  const { items, places } = await planSetup(context.ctx, {
    access: undefined,
    guild_id,
    space: { guild_id, source: 'tickets:1' },
    rows,
    teams: rows.support_teams,
    names: { channels: new Map(), roles: new Map(), emojis: new Map(), people: new Map() },
    mapping: { channels: {}, roles: {} },
    source_guild_id: '1',
  });
  let planned = 0;
  for await (const _ of items) planned += 1;
  const ms = cpuMs() - began;
  isOver = true;
  await watching;
  return { planned, ms, longest, told: JSON.stringify(places.unmatched()).length };
}

async function* rowsIn(of: Things[]) {
  for (const one of of)
    for (const [table, row] of Object.entries(one))
      yield { table: table as SetupTable, row: row as Record<string, unknown> }; // as they are written above
}

test.each(Object.entries(shapes))(
  '%s: of as many as an archive may hold, those that it brings are planned while others have their turns',
  async (_, make) => {
    const least = { longest: Number.POSITIVE_INFINITY };
    // What is compiled and collected counts too, so one try of a few is enough.
    for (let n = 0; n < 4 && least.longest >= 50; n += 1) {
      const { planned, longest, told } = await plan(make(lines));
      expect(planned).toBeGreaterThan(leastMost);
      expect(told).toBeLessThan(200_000);
      least.longest = Math.min(least.longest, longest);
    }
    expect(least.longest).toBeLessThan(50);
  },
);

test.each<[string, (n: number) => Things, string]>([
  ['form', (n) => ({ form_inputs: { form_id: 7, position: n } }), 'form 7 has more than 1000 questions'],
  [
    'panel',
    (n) => ({ panel_access_rules: { panel_id: 7, role_id: String(n) } }),
    'panel 7 has more than 1000 rules',
  ],
  ['panel', (n) => ({ panel_teams: { panel_id: 7, team_id: n } }), 'panel 7 has more than 1000 teams'],
  [
    'multi-panel',
    (n) => ({ multi_panel_panels: { multi_panel_id: 7, panel_id: n } }),
    'multi-panel 7 has more than 1000 panels',
  ],
])(
  'a %s with more parts than any could have is refused before they are looked at',
  async (_, make, words) => {
    const planned = plan(Array.from({ length: archiveLimits.of_thing + 1 }, (__, n) => make(n)));
    await expect(planned).rejects.toThrow(words);
  },
);

test.each(Object.entries(shapes))('%s: twice as many take at most 2.5 times as long', async (_, make) => {
  const took = async (count: number) => (await plan(make(count))).ms;
  // A busy machine makes single ones half as long again.
  const least = { once: await took(lines / 2), twice: await took(lines) };
  for (let n = 0; n < 20 && least.twice / least.once > 2.5; n += 1) {
    least.once = Math.min(least.once, await took(lines / 2));
    least.twice = Math.min(least.twice, await took(lines));
  }
  expect(least.twice / least.once).toBeLessThanOrEqual(2.5);
});
