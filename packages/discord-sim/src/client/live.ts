import type { FastifyInstance, FastifyReply } from 'fastify';
import { appIconUrl } from '../cdn/links.ts';
import { messageView, textsOfComponents } from '../people/message-view.ts';
import { displayName } from '../people/names.ts';
import { namesInTexts } from '../people/names-in-texts.ts';
import { directViews, serverView } from '../people/server-view.ts';
import type { ComponentNode } from '../world/components.ts';
import type { SimUser } from '../world/entities.ts';
import type { World } from '../world/world.ts';
import { personOfRequest } from './person.ts';
import { joinableServers } from './servers.ts';

const PING_MS = 25_000;
/** Changes of a server that come together are shown together. */
const GATHER_MS = 60;

type Payload = Record<string, unknown>;
type Send = (event: string, data: object) => void;

/** What happens, as one person sees it, as server-sent events. */
export function liveRoute(app: FastifyInstance, world: World): void {
  const open = new Set<() => void>();
  // Streams have no end of their own, and a server that waits for them would never close.
  app.addHook('preClose', async () => {
    for (const end of open) end();
  });
  app.get('/client-api/live', (request, reply) => {
    const person = personOfRequest(world, request);
    const end = stream(world, person, reply, () => open.delete(end));
    open.add(end);
  });
}

function stream(world: World, person: SimUser, reply: FastifyReply, onEnd: () => void): () => void {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  const send: Send = (event, data) => void raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  const stale = staleServers(world, person, send);
  const stopListening = world.listenAs({ userId: person.id }, ({ t, d }) =>
    tell(world, person, t, d as Payload, send, stale),
  );
  const ping = setInterval(() => raw.write(': still here\n\n'), PING_MS);
  send('hello', { id: person.id });
  const end = () => {
    clearInterval(ping);
    stopListening();
    stale.stop();
    raw.end();
    onEnd();
  };
  raw.on('close', end);
  return end;
}

function tell(world: World, person: SimUser, t: string, d: Payload, send: Send, stale: StaleServers): void {
  const channelId = String(d.channel_id ?? '');
  if (t === 'TYPING_START') {
    const user = world.users.get(String(d.user_id));
    if (user && user.id !== person.id) {
      const guildId = typeof d.guild_id === 'string' ? d.guild_id : undefined;
      send('typing', { channel_id: channelId, user_id: user.id, name: displayName(world, user, guildId) });
    }
    return;
  }
  if (t === 'MESSAGE_DELETE' || t === 'MESSAGE_DELETE_BULK') {
    send('gone', { channel_id: channelId, ids: d.ids ?? [d.id] });
    return;
  }
  if (t.startsWith('MESSAGE_')) {
    const message = world.messages.get(String(d.message_id ?? d.id));
    if (!message) return;
    const fresh = t === 'MESSAGE_CREATE';
    send('message', { fresh, message: messageView(world, message, person.id) });
    if (fresh && !message.guild_id) stale.markDirects();
    return;
  }
  if (t.startsWith('INTERACTION_') || t.startsWith('APPLICATION_COMMAND_AUTOCOMPLETE')) {
    tellOutcome(world, t, d, send);
    return;
  }
  if (t === 'CHANNEL_PINS_UPDATE') return;
  if (t === 'GUILD_CREATE') stale.mark(String(d.id));
  else if (t === 'GUILD_DELETE' || t === 'GUILD_UPDATE') stale.mark(String(d.id));
  else if (typeof d.guild_id === 'string') stale.mark(d.guild_id);
  else if (t.startsWith('CHANNEL_')) stale.markDirects();
}

const OUTCOMES: Record<string, string> = {
  INTERACTION_SUCCESS: 'done',
  INTERACTION_FAILURE: 'failed',
  INTERACTION_MODAL_CREATE: 'modal',
  APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE: 'choices',
};

function tellOutcome(world: World, t: string, d: Payload, send: Send): void {
  const outcome = OUTCOMES[t];
  const row = world.interactions.get(String(d.id));
  if (!outcome || !row) return;
  const modal = outcome === 'modal' ? row.modal : undefined;
  send('interaction', {
    id: row.id,
    nonce: row.nonce ?? null,
    outcome,
    channel_id: row.channel_id,
    message_id: row.message_id ?? null,
    ...(outcome === 'choices' ? { choices: row.choices } : {}),
    ...(modal ? { modal: modalView(world, row, modal) } : {}),
  });
}

function modalView(
  world: World,
  row: { guild_id?: string; application_id: string },
  modal: { title: string; components: unknown },
) {
  const application = world.applications.get(row.application_id);
  const components = modal.components as ComponentNode[]; // the same components, seen as a tree
  return {
    title: modal.title,
    app: {
      name: application?.name ?? 'Application',
      avatar_url: application ? appIconUrl(world, application) : '',
    },
    components,
    names: namesInTexts(world, textsOfComponents(components), row.guild_id),
  };
}

interface StaleServers {
  mark(guildId: string): void;
  markDirects(): void;
  stop(): void;
}

/** Remembers which servers changed, and sends each once when the changes pause. */
function staleServers(world: World, person: SimUser, send: Send): StaleServers {
  const ids = new Set<string>();
  let directs = false;
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    timer = undefined;
    for (const id of ids) {
      const guild = world.guilds.get(id);
      const isMember = world.members.has(`${id}:${person.id}`);
      if (guild && isMember) send('server', { server: serverView(world, guild, person.id) });
      else send('server_gone', { id, joinable: joinableServers(world, person.id) });
    }
    if (directs) send('directs', { directs: directViews(world, person.id) });
    ids.clear();
    directs = false;
  };
  const later = () => {
    timer ??= setTimeout(flush, GATHER_MS);
  };
  return {
    mark(id) {
      ids.add(id);
      later();
    },
    markDirects() {
      directs = true;
      later();
    },
    stop: () => clearTimeout(timer),
  };
}
