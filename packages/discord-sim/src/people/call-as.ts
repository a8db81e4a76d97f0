import { DiscordError } from '../errors.ts';
import type { SimUser } from '../world/entities.ts';
import type { World } from '../world/world.ts';

export interface FileToSend {
  name: string;
  bytes: Uint8Array | string;
  type?: string;
}

/** Calls Discord's REST as a person's own client does; throws what Discord refuses with. */
export async function callAs<T>(
  world: World,
  user: SimUser,
  input: { method: string; path: string; body?: object; files?: FileToSend[] },
): Promise<T> {
  const { method, path, body, files = [] } = input;
  const sent = files.length > 0 ? multipart(body, files) : body ? JSON.stringify(body) : undefined;
  const response = await fetch(`${world.baseUrl}/api/v10${path}`, {
    method,
    headers: {
      authorization: user.client_token,
      ...(typeof sent === 'string' ? { 'content-type': 'application/json' } : {}),
    },
    body: sent,
  });
  const text = await response.text();
  const answer: unknown = text === '' ? undefined : JSON.parse(text);
  if (response.ok) return answer as T; // the caller knows what the route answers
  const { code, message, errors } = answer as { code: number; message: string; errors?: object };
  throw new DiscordError(response.status, code, message, errors);
}

function multipart(body: object | undefined, files: FileToSend[]): FormData {
  const form = new FormData();
  form.set('payload_json', JSON.stringify(body ?? {}));
  files.forEach((file, i) => {
    const part = typeof file.bytes === 'string' ? file.bytes : new Uint8Array(file.bytes);
    form.set(`files[${i}]`, new Blob([part], { type: file.type ?? 'application/octet-stream' }), file.name);
  });
  return form;
}
