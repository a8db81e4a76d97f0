import { GatewayDispatchEvents as Event } from 'discord-api-types/v10';
import { DiscordError } from '../errors.ts';
import type { World } from '../world/world.ts';
import { postSigned } from './interactions-endpoint.ts';
import { respond } from './routes/interactions.ts';

/** Takes interactions to applications that asked to be called at an address; these do not reach the gateway. */
export function serveEndpoints(world: World): () => void {
  return world.listen((event) => {
    if (event.t !== Event.InteractionCreate || event.audience.to !== 'application') return;
    const app = world.applications.get(event.audience.applicationId);
    const url = app?.interactions_endpoint_url;
    if (app && url) void deliver(world, app.id, url, event.data({ userId: app.bot_user_id }));
  });
}

async function deliver(world: World, applicationId: string, url: string, payload: unknown): Promise<void> {
  const app = world.applications.get(applicationId);
  if (!app || typeof payload !== 'object' || payload === null || !('id' in payload && 'token' in payload))
    return;
  const answer = await postSigned(world, app, url, payload);
  if (!answer?.ok || answer.status === 202) return;
  const body: unknown = await answer.json();
  const params = { interaction_id: String(payload.id), token: String(payload.token) };
  try {
    world.transact(() =>
      respond({ world, actor: { kind: 'nobody', userId: '' }, params, query: {}, body, files: [] }),
    );
  } catch (error) {
    // A wrong answer is no answer: the person sees the interaction fail when its time is up.
    if (!(error instanceof DiscordError)) throw error;
  }
}
