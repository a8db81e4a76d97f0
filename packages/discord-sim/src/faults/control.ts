import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Gateway } from '../gateway/gateway.ts';
import { newBotToken } from '../world/build.ts';
import { installForUser } from '../world/installations.ts';
import { leaveGuild } from '../world/members.ts';
import type { World } from '../world/world.ts';
import type { Faults } from './faults.ts';

/** What Discord refuses an application, until the returned function is called. */
export interface Refusals {
  /** Stops accepting its token. */
  refuseToken(applicationId: string): () => void;
  /** Takes its privileged intents away and closes its connections. */
  refuseIntents(applicationId: string): () => void;
}

/** What can be done to one bot among several, by its application's id. */
export interface BotFaults {
  /** Makes its token worthless for good; the answer has the new one. */
  resetToken(applicationId: string): string;
  /** Its network reaches the gateway or does not. */
  cutOff(applicationId: string, on: boolean): void;
  refuseIntents(applicationId: string, on: boolean): void;
  /** Leaves it so many starts of its day. */
  leaveStarts(applicationId: string, remaining: number): void;
  kick(applicationId: string, guildId: string): void;
  /** Somebody installs it for themselves, and has its commands in servers without its bot. */
  installForUser(applicationId: string, userId: string): void;
}

export function botFaults(sim: Refusals & { world: World; gateway: Gateway }): BotFaults {
  const { world, gateway } = sim;
  /** By what is done and to whom, how it is undone. */
  const undo = new Map<string, () => void>();
  function turn(key: string, on: boolean, begin: () => () => void): void {
    undo.get(key)?.();
    undo.delete(key);
    if (on) undo.set(key, begin());
  }
  return {
    resetToken(id) {
      sim.refuseToken(id);
      const application = world.applications.get(id);
      if (!application) throw new Error(`there is no application ${id}`);
      const bot_token = newBotToken(application.bot_user_id);
      world.applications.put({ ...application, bot_token });
      return bot_token;
    },
    cutOff: (id, on) => turn(`cut off ${id}`, on, () => gateway.cutOff(id)),
    refuseIntents: (id, on) => turn(`intents ${id}`, on, () => sim.refuseIntents(id)),
    leaveStarts: (id, remaining) => world.sessionStarts.leave(id, remaining),
    kick(id, guildId) {
      const user_id = world.applications.get(id)?.bot_user_id;
      if (user_id) leaveGuild(world, guildId, user_id);
    },
    installForUser: (id, userId) => installForUser(world, id, userId),
  };
}

interface Asked {
  Params: { id: string; fault: string };
  Body: { on?: boolean; remaining?: number; guild_id?: string; user_id?: string } | null;
}

interface AskedOfRoute {
  Body: {
    method?: string;
    route?: string;
    status?: number;
    code?: number;
    message?: string;
    times?: number;
  } | null;
}

interface AskedOfAll {
  Body: { on?: boolean; retry_after_seconds?: number | null } | null;
}

/**
 * The same over HTTP, for those who run beside the simulator: `POST /faults/applications/:id/:fault`, and for what
 * strikes all of them `POST /faults/ban-address`, and `POST /faults/next` for an answer of any status and code on any route.
 */
export function mountBotFaults(app: FastifyInstance, faults: BotFaults, all: Faults): void {
  let lift = () => {};
  app.post<AskedOfAll>('/faults/ban-address', async ({ body }, reply) => {
    const { on = true, retry_after_seconds = 3600 } = body ?? {};
    lift();
    if (on) lift = all.banAddress({ retryAfterSeconds: retry_after_seconds ?? undefined }).lift;
    return reply.code(204).send();
  });
  app.post<AskedOfRoute>('/faults/next', async ({ body }, reply) => {
    const { method, route, status = 500, code, message, times = 1 } = body ?? {};
    if (!route)
      return reply.code(400).send({ message: 'route: a path without /api/v10, such as /users/@me/channels' });
    all.next({
      route,
      kind: status,
      times,
      ...(method && { method }),
      ...(code && { code }),
      ...(message && { message }),
    });
    return reply.code(204).send();
  });
  app.post<Asked>('/faults/applications/:id/:fault', async ({ params, body }, reply: FastifyReply) => {
    const { id, fault } = params;
    const { on = true, remaining = 0, guild_id = '', user_id = '' } = body ?? {};
    switch (fault) {
      case 'reset-token':
        return { token: faults.resetToken(id) };
      case 'cut-off':
        faults.cutOff(id, on);
        break;
      case 'refuse-intents':
        faults.refuseIntents(id, on);
        break;
      case 'leave-starts':
        faults.leaveStarts(id, remaining);
        break;
      case 'kick':
        faults.kick(id, guild_id);
        break;
      case 'install-for-user':
        faults.installForUser(id, user_id);
        break;
      default:
        return reply.code(404).send({ message: `there is no fault ${fault}` });
    }
    return reply.code(204).send();
  });
}
