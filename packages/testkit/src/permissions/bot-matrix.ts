import { handlers } from '@tickets/bot/features/commands';
import { keyOf } from '@tickets/bot/interactions/dispatch';
import type { HandlerAction } from '@tickets/bot/interactions/handlers';
import { PermissionLevel } from '@tickets/contract/access/levels';
import { errorTable } from '@tickets/contract/platform/errors';
import type { Outcome } from '@tickets/discord-sim/people/outcome';
import { addMember } from '@tickets/discord-sim/world/build';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTheatre, type Scene, type Theatre } from '../commands/scene.ts';
import { answerTo, type Row } from '../commands/table.ts';
import { assembleCast, type Cast, openerFor } from './cast.ts';
import { type CallerName, callerNames, expectedOf, isLetInFor, standings } from './declared.ts';

/** These come into the server to use the bot; the other strangers stay away. */
const comers = callerNames.filter((who) => /^bot staff|^a product/.test(who));
const isThere = (who: CallerName) => standings[who].member || comers.includes(who);

/**
 * The permission matrix of the bot: each row by everyone, as its handler and the table of actions declare it, by real
 * interactions of the simulated Discord. Who is not in the server is offered none of them, but for direct messages.
 */
export function testPermissions(rows: readonly Row[]): void {
  let theatre: Theatre;
  let cast: Cast;
  beforeAll(async () => {
    theatre = await openTheatre();
    const { w, admin, panel } = await theatre.begin('everyone');
    cast = await assembleCast(w, { panel_id: panel.row.panel_id, administrator: admin });
    for (const who of comers)
      addMember(w.sim.world, { guild_id: w.guild_id, user_id: cast.people[who].id, roles: [] });
  });
  afterAll(() => theatre[Symbol.asyncDispose]());
  afterEach(async () => {
    await theatre.end();
    await cast.stand();
    await cast.leaveTickets();
  });

  describe.each(rows)('$of', (row) => {
    const access = declaredBy(row);
    const isPrivateForm = row.of.startsWith('modal:') && row.where === 'direct messages';
    const callers = callerNames.filter((who) => isThere(who) || row.where === 'direct messages');
    const expectations = callers
      .map((who) => {
        const expected = expectedOf(who, { access, joined: comers.includes(who) });
        return [
          who,
          row.outlasts &&
          isLetInFor(who, row.level === 'support' ? PermissionLevel.support : PermissionLevel.admin)
            ? 'refused'
            : expected,
        ] as const;
      })
      // Discord takes a form from nobody but those to whom it was shown.
      .filter(([, expected]) => !isPrivateForm || expected === 'served');
    test.each(expectations)('%s: %s', async (who, expected) => {
      const scene = await sceneOf(row, who);
      // Where somebody has claimed the ticket, the claim is theirs who may.
      if (expected === 'served' && scene.ticket?.claimed_by) await scene.change({ claimed_by: scene.by.id });
      const got = await meaningOf(await row.does(scene));
      expect({ who, what: row.of, got }).toEqual({ who, what: row.of, got: expected });
    });
  });

  /** The row's scene, with one of the cast in it and a ticket whose channel all of them see. */
  async function sceneOf(row: Row, who: CallerName): Promise<Scene> {
    const scene = await theatre.begin('everyone');
    const openThread = scene.openTicket;
    Object.assign(scene, {
      by: cast.people[who],
      member: cast.people[openerFor(who)],
      async openTicket(as: Parameters<Scene['openTicket']>[0]) {
        if (as?.is_thread) return openThread(as);
        scene.ticket = await cast.ticket({ opener: openerFor(who) });
        const channel = scene.w.sim.world.channels.get(scene.ticket.channel_id ?? '');
        if (channel) scene.channel = channel;
      },
    });
    await cast.enter(who);
    if (row.where === 'ticket') await scene.openTicket();
    if (row.where === 'direct messages') scene.inDirectMessages();
    await row.before?.(scene);
    await cast.staffs(scene.panel.row.panel_id);
    return scene;
  }
}

/** What the handler of a row declares, which a sub-command can do in its place. */
function declaredBy({ of }: Row): HandlerAction {
  const [key = '', sub = ''] = of.startsWith('command:') ? of.split(' ') : [of];
  const handler = handlers.find((one) => keyOf(one) === key);
  if (!handler) throw new Error(`nothing handles ${of}`);
  return (handler.kind === 'command' && handler.subcommand_actions?.[sub]) || handler.action;
}

/** In the words of the expectation. */
async function meaningOf(outcome: Outcome): Promise<string> {
  if (outcome.kind === 'modal') return 'served';
  const [embed] = (await answerTo(outcome)).embeds;
  const said = embed?.description ?? '';
  if (said === errorTable['guild.not_found'][1]) return 'unknown';
  return refusals.some((refusal) => refusal.test(said)) ? 'refused' : 'served';
}

/** The words in which it is said that somebody may not. */
const refusals = Object.values(errorTable)
  .filter(([status]) => status === 403)
  .map(([, text]) => new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.+')}$`));
