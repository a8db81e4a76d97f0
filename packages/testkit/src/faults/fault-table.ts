import { errorTable } from '@tickets/contract/platform/errors';
import type { Ticket } from '@tickets/core/tickets/model/find';
import type { Fault, SeenRequest } from '@tickets/discord-sim/faults/faults';
import { differencesIn } from './fault-verdict.ts';
import {
  type FaultWorld,
  type Room,
  type RoomOptions,
  startFaultWorld,
  type Told,
  ticketOf,
} from './fault-world.ts';

/** Something that a person, or the time, does to a ticket. */
export interface Action {
  name: string;
  /** What there is before. */
  room?: RoomOptions;
  prepare?(w: FaultWorld, room: Room): Promise<unknown>;
  act(w: FaultWorld, room: Room): Promise<Told>;
  /** What is told when it is done. In the dashboard the status tells. */
  done?: RegExp;
  /** What is told where Discord lets it be done only so often. */
  tooSoon?: RegExp;
  isDone(ticket: Ticket, at: { w: FaultWorld; room: Room }): boolean | Promise<boolean>;
  /** What stands in the channel when it is done: this once, and never twice. */
  says?: RegExp;
}

const always = Number.POSITIVE_INFINITY;

export type Failure = Omit<Fault, 'route' | 'method' | 'skip'>;

/** What Discord does at one call of an action. Connections that break are answers that do not come, only sooner. */
export const failures: [name: string, failure: Failure][] = [
  ['it has to wait', { kind: 429, retryAfterSeconds: 0.01 }],
  ['everything has to wait', { kind: 429, retryAfterSeconds: 0.01, global: true }],
  ['it has to wait for ten minutes', { kind: 429, retryAfterSeconds: 600, times: always }],
  ['Cloudflare shuts the address out', { kind: 'banned', retryAfterSeconds: 3600, times: always }],
  ['a fault of Discord', { kind: 500 }],
  ['faults of Discord, again and again', { kind: 500, times: always }],
  ['the connection breaks', { kind: 'reset' }],
  ['the connection breaks when it is done', { kind: 'reset', afterEffect: true }],
  [
    'the connection breaks when it is done, again and again',
    { kind: 'reset', afterEffect: true, times: always },
  ],
];

/** The answer never comes. */
export const silences: typeof failures = [
  ['no answer', { kind: 'timeout' }],
  ['no answer, although it is done', { kind: 'timeout', afterEffect: true }],
];

interface Spot extends SeenRequest {
  /** How many calls of the same kind come before it. */
  skip: number;
}

const spotName = ({ method, route, skip }: Spot) =>
  `${method} ${route}${skip ? ` (number ${skip + 1})` : ''}`;

/** A world in which one action is done again and again, and the calls that it makes when nothing disturbs it. */
export interface Stage extends AsyncDisposable {
  /**
   * Does the action once for each of its calls, which fails in this way. After each, the person knows how it went, the
   * database and Discord agree, and doing it once more does no harm. Answers what is not so.
   */
  strike(failure: Failure): Promise<string[]>;
}

/** Does an action undisturbed, to learn its calls. */
export async function rehearse(action: Action): Promise<Stage> {
  const w = await startFaultWorld();
  const end = () => w[Symbol.asyncDispose]();
  try {
    // What is asked once and then known is no call of the action.
    await undisturbed(w, action);
    const spots = spotsOf(await undisturbed(w, action));
    return {
      async strike(failure) {
        const problems: string[] = [];
        for (const spot of spots) {
          const found = await round(w, action, { spot, failure });
          problems.push(...found.map((problem) => `${spotName(spot)}: ${problem}`));
        }
        return problems;
      },
      [Symbol.asyncDispose]: end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Answers the calls. */
const undisturbed = (w: FaultWorld, action: Action): Promise<SeenRequest[]> =>
  inRoom(w, action, async (room) => {
    const seen = w.sim.faults.record();
    const told = await action.act(w, room);
    const calls = [...seen];
    const problems = [
      ...(told.by === 'time' || saysDone(action, told) ? [] : [`it is told that ${JSON.stringify(told)}`]),
      ...(await settle(w)),
      ...(await inspect(w, action, { room, must: 'done', at_least: 1 })),
    ];
    if (problems.length) throw new Error(`${action.name} fails undisturbed:\n${problems.join('\n')}`);
    return calls;
  });

function spotsOf(calls: readonly SeenRequest[]): Spot[] {
  return calls.map((call, index) => {
    const isSame = ({ method, route }: SeenRequest) => method === call.method && route === call.route;
    return { ...call, skip: calls.slice(0, index).filter(isSame).length };
  });
}

async function round(
  w: FaultWorld,
  action: Action,
  { spot, failure }: { spot: Spot; failure: Failure },
): Promise<string[]> {
  return inRoom(w, action, async (room) => {
    w.sim.faults.next({ ...spot, ...failure });
    const told = await action.act(w, room);
    w.sim.faults.clear();
    w.forgetLimits();
    const problems = [...tellsClearly(action, told, { spot, failure }), ...(await settle(w))];
    const must = saysDone(action, told) ? 'done' : isRefused(action, told) ? 'undone' : 'either';
    const isPassing = failure.times === undefined;
    const at_least = isPassing && must === 'done' ? 1 : 0;
    problems.push(...(await inspect(w, action, { room, must, at_least })));

    const again = await action.act(w, room);
    problems.push(...tellsClearly(action, again, 'again'), ...(await settle(w)));
    const after = await inspect(w, action, { room, must: 'done', at_least: 0 });
    problems.push(
      ...after.map((problem) => `after doing it again, told ${JSON.stringify(again)}: ${problem}`),
    );
    return problems;
  });
}

/** Work that throws leaves nothing behind in which the next would fail, too. */
async function inRoom<T>(w: FaultWorld, action: Action, work: (room: Room) => Promise<T>): Promise<T> {
  const room = await w.room(action.room);
  try {
    await action.prepare?.(w, room);
    await w.bot.settled();
    return await work(room);
  } finally {
    w.sim.faults.clear();
    w.forgetLimits();
    await w.leave(room);
  }
}

/** Lets the jobs do what is left; Discord answers again. */
async function settle(w: FaultWorld): Promise<string[]> {
  await w.bot.settled();
  await w.runJobs();
  const failed = await w.runJobs();
  await w.bot.settled();
  return failed.map((what) => `a job fails: ${what}`);
}

async function inspect(
  w: FaultWorld,
  action: Action,
  { room, must, at_least }: { room: Room; must: 'done' | 'undone' | 'either'; at_least: number },
): Promise<string[]> {
  const problems = await differencesIn(w, room);
  const isDone = await action.isDone(await ticketOf(w, room), { w, room });
  if (must !== 'either' && isDone !== (must === 'done'))
    problems.push(isDone ? 'it was refused, and is done all the same' : 'it was told to be done, and is not');
  if (!action.says) return problems;
  const { says } = action;
  const said = w.sim.world.messages
    .in('channel', room.channel.id)
    .filter((message) => says.test(JSON.stringify(message))).length;
  const isThere = w.sim.world.channels.has(room.channel.id);
  if (said > 1 || (isThere && said < at_least)) problems.push(`it is said ${said} times in the channel`);
  return problems;
}

const unavailable = errorTable['discord.unavailable'][1];
const isRefused = ({ tooSoon }: Action, told: Told) =>
  'text' in told && (told.text.includes(unavailable) || tooSoon?.test(told.text) === true);

function saysDone({ done }: Action, told: Told): boolean {
  if (told.by === 'dashboard') return told.status === 200;
  if (told.by === 'time') return false;
  return 'text' in told ? done?.test(told.text) === true : told.nothing === 'gone';
}

/** Done, or a refusal in our words. Where Discord takes no answer at all, there is nothing that could be told. */
function tellsClearly(action: Action, told: Told, at: { spot: Spot; failure: Failure } | 'again'): string[] {
  if (told.by === 'time' || saysDone(action, told) || isRefused(action, told)) return [];
  if (at === 'again')
    return 'text' in told && isOurs(told.text) ? [] : [`again, it is told that ${JSON.stringify(told)}`];
  // Where the address is shut out, no word gets through to anybody.
  const isMute = at.failure.kind === 'banned' || (isAnswer(at.spot) && at.failure.times !== undefined);
  return isMute ? [] : [`it is told that ${JSON.stringify(told)}`];
}

const isAnswer = ({ route }: Spot) =>
  route.startsWith('/interactions/') || /^\/webhooks\/:id\/:token\/messages/.test(route);

/** Any of the refusals that the product knows, such as that somebody did it before. */
function isOurs(text: string): boolean {
  return !/went wrong|internal server error|Error:/i.test(text);
}
