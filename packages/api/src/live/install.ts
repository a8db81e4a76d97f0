import { Snowflake } from '@tickets/contract/platform/snowflake';
import { liveClose, liveSockets } from '@tickets/contract/tickets/live';
import { TicketId } from '@tickets/contract/tickets/tickets';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { ApiParts } from '../http/mount.ts';
import { refuseSocket, runLive } from './channel.ts';
import { guildSubject } from './guild.ts';
import { limitIncoming } from './incoming.ts';
import { createLive, type LiveTimes } from './live.ts';
import { ticketSubject } from './ticket.ts';

/** The live sockets. Browsers name the page that opens one; only the dashboard's may. */
export function installLive(
  parts: ApiParts,
  origins: readonly string[],
  times: Partial<LiveTimes> | undefined,
): void {
  const { app, limits } = parts;
  const live = createLive(parts, times);
  app.addHook('onClose', async () => live.stop());
  app.websocketServer.on('connection', (socket, { socket: line }) => limitIncoming(socket, line));

  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    await limits.address(request, reply, request.routeOptions.url ?? 'live');
    const { origin = '', host } = request.headers;
    if (!origins.includes(origin) && !isSameHost(origin, host))
      return reply
        .code(403)
        .type('text/plain; charset=utf-8')
        .send('Open live sockets from the dashboard.\n');
  };

  app.get<{ Params: { guild_id: string; ticket_id: string } }>(
    liveSockets.ticket.path,
    { websocket: true, onRequest },
    (socket, { params }) => {
      const guild_id = Snowflake.safeParse(params.guild_id).data;
      const ticket_id = TicketId.safeParse(params.ticket_id).data;
      if (guild_id === undefined || ticket_id === undefined) return refuseSocket(socket, 'Ticket not found');
      runLive(live, socket, (handle) => ticketSubject(live, { guild_id, ticket_id }, handle));
    },
  );

  app.get<{ Params: { guild_id: string } }>(
    liveSockets.list.path,
    { websocket: true, onRequest },
    (socket, { params }) => {
      const guild_id = Snowflake.safeParse(params.guild_id).data;
      if (guild_id === undefined) return refuseSocket(socket, 'Invalid guild ID');
      runLive(live, socket, (handle) => guildSubject(live, guild_id, handle));
    },
  );
}

/** What breaks off a socket is its client's doing (frames that are no frames, or too large, a line that is cut), or ours. */
export function socketFailed(
  error: Error & { code?: string },
  socket: WebSocket,
  { log, routeOptions, id: request_id }: FastifyRequest,
): void {
  const facts = { code: error.code, route: routeOptions.url, request_id };
  const isTheirs = error.code?.startsWith('WS_ERR_') || error.code === 'ECONNRESET' || error.code === 'EPIPE';
  if (isTheirs) log.info({ ...facts, reason: error.message }, 'a live socket was broken off by its client');
  else {
    log.error({ ...facts, err: error }, 'a live socket failed');
    socket.terminate();
  }
}

/** Has to come before the closing of the sockets by the server itself, which gives no reason. */
export function sayThatWeLeave(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    for (const socket of app.websocketServer.clients) socket.close(liveClose.leaving, 'Back in a moment');
  });
}

/** The page came from this very server, under whatever name it is reached. */
function isSameHost(origin: string, host: string | undefined): boolean {
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);
}
