import { AppError } from '@tickets/contract/platform/errors';
import { type DashboardPage, dashboardPages } from '@tickets/contract/who-can-see/pages';
import { randomId } from '@tickets/testkit/data/factories';
import { seededRandom } from '@tickets/testkit/data/random';
import { buildAccessWorld } from '@tickets/testkit/worlds/access-worlds';
import { createTestContext, type TestContext } from '@tickets/testkit/worlds/context';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorise } from '../access/authorise.ts';
import { callBy, type UserCall } from '../access/caller.ts';
import { loadAccess } from '../access/load.ts';
import { ticketAccess } from '../access/ticket-access.ts';
import { speakInTicket } from '../tickets/conversation/speak.ts';
import { getTicketView } from '../tickets/conversation/view.ts';
import { listOpenTickets } from '../tickets/lists/list.ts';
import { renderTranscript } from '../transcripts/render.ts';
import { explainAccess } from './explain.ts';
import { listViewers } from './viewers.ts';

let context: TestContext;
beforeAll(async () => {
  context = await createTestContext();
});
afterAll(() => context.close());

const WORLDS = 1000;
const BATCHES = 10;
const pages = Object.keys(dashboardPages) as DashboardPage[]; // Its keys are the names.

/** Whether the server does it. Refusals are false; what is wrong beyond them is no question of who may. */
async function does(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return ![403, 404].includes(error.status);
  }
}

/** As the API's doors: who may not see a ticket is refused there, before the use-case. */
async function callOf(guild_id: string, user_id: string): Promise<UserCall | undefined> {
  const access = await loadAccess(context.ctx, guild_id, user_id);
  return access && callBy(context.ctx, access, 'dashboard');
}

async function reads(
  guild_id: string,
  user_id: string,
  ticket_id: number,
  isClosed: boolean,
): Promise<boolean> {
  return does(async () => {
    const access = await ticketAccess(context.ctx, { guild_id, user_id, ticket_id });
    const call = callBy(context.ctx, access, 'dashboard');
    if (isClosed) await renderTranscript(call, { guild_id, ticket_id });
    else await getTicketView(call, { guild_id, ticket_id });
  });
}

/** Whoever may has their words made into a message, which is as far as it goes here. */
async function replies(guild_id: string, user_id: string, ticket_id: number): Promise<boolean> {
  const call = await callOf(guild_id, user_id);
  const render = () => Promise.reject(new AppError('discord.unavailable'));
  return (
    call !== undefined &&
    does(() => speakInTicket(call, 'ticket.reply', { guild_id, ticket_id, text: 'Hello', render }))
  );
}

async function lists(guild_id: string, user_id: string): Promise<number[]> {
  const call = await callOf(guild_id, user_id);
  const listed: number[] = [];
  if (call)
    await does(async () =>
      listed.push(...(await listOpenTickets(call, guild_id)).tickets.map(({ id }) => id)),
    );
  return listed;
}

test.each(Array.from({ length: BATCHES }, (_, index) => index))(
  `what is explained is what the server does, in ${WORLDS / BATCHES} servers made at random (batch %i)`,
  async (batch) => {
    const seeds = Array.from({ length: WORLDS / BATCHES }, (_, n) => batch * 10_007 + n);
    const verdicts: boolean[] = [];
    while (seeds.length) {
      // The product's own team is the same in all servers; it grows no longer than a page of names.
      await context.ctx.db.deleteFrom('bot_staff').execute();
      verdicts.push(...(await Promise.all(seeds.splice(0, 10).map(agreesIn))).flat());
    }
    expect(new Set(verdicts)).toEqual(new Set([true, false]));
  },
  60_000,
);

/** Compares what is explained with what the server does, in one server. Returns who saw what of it. */
async function agreesIn(seed: number): Promise<boolean[]> {
  const { ctx } = context;
  const random = seededRandom(seed);
  const verdicts: boolean[] = [];
  const world = await buildAccessWorld(ctx, random, { people: 4, open: 1, closed: 1 });
  const { guild_id } = world;
  const asker = callBy(ctx, await ownerOf(guild_id), 'dashboard');
  const user_id = random.pick(world.people);
  const listed = await lists(guild_id, user_id);
  for (const ticket_id of [...world.open, ...world.closed]) {
    const isClosed = world.closed.includes(ticket_id);
    const told = await explainAccess(asker, guild_id, { user_id, ticket_id });
    const where = { seed, user_id, ticket_id, rule: told.rule.kind };
    const seen = await reads(guild_id, user_id, ticket_id, isClosed);
    expect({ ...where, allowed: told.allowed }).toEqual({ ...where, allowed: seen });
    if (!isClosed) {
      const said = [told.ticket?.may_reply, told.ticket?.is_listed];
      const done = [await replies(guild_id, user_id, ticket_id), listed.includes(ticket_id)];
      expect({ ...where, said }).toEqual({ ...where, said: done });
    }
    verdicts.push(seen);
  }

  // A member who is nobody but their roles, and whoever is made up with the same.
  const role_ids = [...random.pick([...world.rolesOf.values()])];
  const double = randomId();
  await ctx.db.insertInto('guild_members').values({ guild_id, user_id: double, role_ids }).execute();
  const [ticket_id = 1] = world.open;
  const page = random.pick(pages);
  for (const object of [{ ticket_id }, { page }]) {
    const told = await explainAccess(asker, guild_id, { role_ids, ...object });
    const same = await explainAccess(asker, guild_id, { user_id: double, ...object });
    expect({ ...told, person: null }).toEqual({ ...same, person: null });
    const call = await callOf(guild_id, double);
    const seen =
      'page' in object
        ? await does(async () => call && authorise(call, dashboardPages[page], guild_id))
        : await reads(guild_id, double, ticket_id, false);
    expect({ role_ids, object, allowed: told.allowed }).toEqual({ role_ids, object, allowed: seen });
  }

  // The other way round: whoever is named sees it, and of the people of the world nobody else does by name.
  const { viewers, has_more } = await listViewers(asker, { guild_id, ticket_id }, 1);
  expect(has_more).toBe(false);
  const [viewer] = viewers.filter(({ kind }) => kind === 'user');
  if (viewer) expect(await reads(guild_id, viewer.id, ticket_id, false)).toBe(true);
  const roles = viewers.flatMap(({ kind, id }) => (kind === 'role' ? [id] : []));
  const named = viewers.flatMap(({ kind, id }) => (kind === 'user' ? [id] : []));
  const mine = world.rolesOf.get(user_id) ?? [];
  if (await reads(guild_id, user_id, ticket_id, false))
    expect(named.includes(user_id) || mine.some((id) => roles.includes(id))).toBe(true);
  return verdicts;
}

async function ownerOf(guild_id: string) {
  const { owner_id } = await context.ctx.db
    .selectFrom('guilds')
    .where('guild_id', '=', guild_id)
    .select('owner_id')
    .executeTakeFirstOrThrow();
  const access = await loadAccess(context.ctx, guild_id, owner_id);
  if (!access) throw new Error('the server is there');
  return access;
}
