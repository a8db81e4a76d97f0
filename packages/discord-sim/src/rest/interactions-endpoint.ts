import { createPrivateKey, sign } from 'node:crypto';
import type { SimApplication } from '../world/entities.ts';
import type { World } from '../world/world.ts';

/** Sends something signed to an application's own address, as Discord does for those that chose to be called. */
export async function postSigned(
  world: World,
  app: SimApplication,
  url: string,
  payload: unknown,
  options: { badSignature?: boolean } = {},
): Promise<Response | undefined> {
  const body = JSON.stringify(payload);
  const timestamp = String(Math.floor(world.clock.now() / 1000));
  const key = createPrivateKey({ key: Buffer.from(app.signing_key, 'base64'), format: 'der', type: 'pkcs8' });
  const signature = sign(
    null,
    Buffer.from(timestamp + (options.badSignature ? `${body} ` : body)),
    key,
  ).toString('hex');
  const headers = {
    'content-type': 'application/json',
    'x-signature-ed25519': signature,
    'x-signature-timestamp': timestamp,
  };
  try {
    return await fetch(url, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(3000),
      redirect: 'error',
    });
  } catch (error) {
    // Whatever keeps us from being answered counts as no answer: that is all Discord tells the application, too.
    if (error instanceof TypeError || error instanceof DOMException) return undefined;
    throw error;
  }
}

/** An address is taken only when it answers a ping and refuses one whose signature is wrong. */
export async function checkEndpoint(world: World, app: SimApplication, url: string): Promise<boolean> {
  const ping = { type: 1, id: world.newId(), application_id: app.id, version: 1 };
  const forged = await postSigned(world, app, url, ping, { badSignature: true });
  if (forged?.status !== 401) return false;
  const answer = await postSigned(world, app, url, ping);
  if (answer?.status !== 200) return false;
  const body: unknown = await answer.json();
  return typeof body === 'object' && body !== null && 'type' in body && body.type === 1;
}
