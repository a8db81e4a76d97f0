import { buildForm, buildGuild, buildPanel } from '@tickets/testkit/data/factories';
import { allowDatabaseError, allowWarning } from '@tickets/testkit/guard/watch';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '../../platform/context.ts';
import { asksSomething } from './open-form.ts';

// What fails here on purpose is reported.
allowDatabaseError(/22P02: invalid input syntax for type bigint:/);
allowWarning(/"msg":"(Cron hit an error; restarting in)/);

let world: TestContext;
let ctx: Context;
beforeAll(async () => {
  world = await createTestContext();
  ctx = world.ctx;
});
afterAll(() => world.close());

const panelOf = (guild_id: string, custom_id: string) =>
  ({ guild_id, from: { source: 'panel', custom_id } }) as const;

describe('whether a press is answered with a form', () => {
  test('is told for each of many presses at once, in one statement', async () => {
    const guild = await buildGuild(ctx);
    const other = await buildGuild(ctx);
    const { form_id } = await buildForm(ctx, { guild_id: guild.guild_id });
    const empty = await buildForm(ctx, { guild_id: guild.guild_id, questions: [] });
    const { guild_id } = guild;
    const asking = await buildPanel(ctx, { guild_id, form_id });
    const silent = await buildPanel(ctx, { guild_id });
    const without = await buildPanel(ctx, { guild_id, form_id: empty.form_id });
    let statements = 0;
    const asks = asksSomething(
      ctx.db.withPlugin({
        transformQuery({ node }) {
          statements += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      }),
    );
    const crowd = [asking, silent, without].flatMap((panel) =>
      Array.from({ length: 20 }, () => panelOf(guild_id, panel.custom_id)),
    );
    const answers = await Promise.all(
      [...crowd, panelOf(other.guild_id, asking.custom_id), panelOf(guild_id, 'none')].map(asks),
    );
    expect(answers).toEqual([
      ...Array<boolean>(20).fill(true),
      // A panel without a form, one whose form is empty, one of another server, and none at all.
      ...Array<boolean>(42).fill(false),
    ]);
    expect(statements).toBe(1);
  });

  test('is known as soon as the panel has a form', async () => {
    const { guild_id } = await buildGuild(ctx);
    const { form_id } = await buildForm(ctx, { guild_id });
    const { panel_id, custom_id } = await buildPanel(ctx, { guild_id });
    const asks = asksSomething(ctx.db);
    expect(await asks(panelOf(guild_id, custom_id))).toBe(false);
    await ctx.db.updateTable('panels').set({ form_id }).where('panel_id', '=', panel_id).execute();
    expect(await asks(panelOf(guild_id, custom_id))).toBe(true);
  });

  test('depends, in the context menu, on the panel of the settings', async () => {
    const { guild_id } = await buildGuild(ctx);
    const { form_id } = await buildForm(ctx, { guild_id });
    const asking = await buildPanel(ctx, { guild_id, form_id });
    const silent = await buildPanel(ctx, { guild_id });
    const asks = asksSomething(ctx.db);
    const menu = { guild_id, from: { source: 'context_menu', origin: null } } as const;
    expect(await asks(menu)).toBe(false);
    for (const [panel, expected] of [
      [asking, true],
      [silent, false],
    ] as const) {
      await ctx.db
        .insertInto('guild_settings')
        .values({ guild_id, context_menu_panel: panel.panel_id })
        .onConflict((c) => c.column('guild_id').doUpdateSet({ context_menu_panel: panel.panel_id }))
        .execute();
      expect(await asks(menu)).toBe(expected);
    }
  });

  test('is told again after the database did not answer', async () => {
    const { guild_id } = await buildGuild(ctx);
    const { form_id } = await buildForm(ctx, { guild_id });
    const { custom_id } = await buildPanel(ctx, { guild_id, form_id });
    const asks = asksSomething(ctx.db);
    await expect(asks(panelOf('no number', custom_id))).rejects.toThrow();
    expect(await asks(panelOf(guild_id, custom_id))).toBe(true);
  });
});
