import { type Refusal, Refused } from './refused.ts';
import type {
  Channel,
  Command,
  InteractionInput,
  LiveEvents,
  Message,
  Overview,
  PlayablePerson,
} from './types.ts';

interface MessagePage {
  messages: Message[];
  more: boolean;
}

/** A file that goes with a message. */
type Files = readonly File[];

/** The simulator, as one person's page talks to it. */
export class Api {
  #identity: { id: string; token: string } | undefined;

  speakAs(id: string, token: string): void {
    this.#identity = { id, token };
  }

  people = () => this.#ask<{ people: PlayablePerson[] }>('GET', '/people');
  me = () => this.#ask<Overview>('GET', '/me');
  become = (userId: string) => this.#ask<Overview>('POST', '/as', { user_id: userId });
  channel = (id: string) => this.#ask<{ channel: Channel }>('GET', `/channels/${id}`);
  messages = (channelId: string, before?: string) =>
    this.#ask<MessagePage>('GET', `/channels/${channelId}/messages${before ? `?before=${before}` : ''}`);
  viewers = (channelId: string) => this.#ask<{ ids: string[] }>('GET', `/channels/${channelId}/viewers`);
  pins = (channelId: string) => this.#ask<{ messages: Message[] }>('GET', `/channels/${channelId}/pins`);
  commands = (channelId: string) =>
    this.#ask<{ commands: Command[] }>('GET', `/channels/${channelId}/commands`);
  interact = (input: InteractionInput & { nonce: string }) =>
    this.#ask<{ id: string }>('POST', '/interactions', input);
  dismiss = (messageId: string) => this.#ask<void>('DELETE', `/messages/${messageId}`);
  direct = (userId: string) => this.#ask<{ channel: Channel }>('POST', '/directs', { user_id: userId });
  join = (serverId: string) => this.#ask<void>('POST', `/servers/${serverId}/join`);

  #ask<T>(method: string, path: string, body?: object): Promise<T> {
    const headers: Record<string, string> = this.#identity ? { 'x-person': this.#identity.id } : {};
    return send(method, `/client-api${path}`, body, headers);
  }

  /** What a person's client sends to Discord. */
  discord<T = unknown>(method: string, path: string, body?: object): Promise<T> {
    return send(method, `/api/v10${path}`, body, { authorization: this.#identity?.token ?? '' });
  }

  write(channelId: string, body: object, files: Files): Promise<unknown> {
    return this.discord('POST', `/channels/${channelId}/messages`, withFiles(body, files));
  }

  /** Listens to what happens to a person. Returns how to stop. */
  listen(
    userId: string,
    hear: { [Name in keyof LiveEvents]: (data: LiveEvents[Name]) => void },
    onConnection: (isConnected: boolean) => void,
  ): () => void {
    const source = new EventSource(`/client-api/live?as=${userId}`);
    for (const [name, handle] of Object.entries(hear)) {
      // What an event of a name carries is what its handler takes.
      const take: (data: never) => void = handle;
      source.addEventListener(name, ({ data }) => take(JSON.parse(data) as never));
    }
    source.addEventListener('open', () => onConnection(true));
    source.addEventListener('error', () => onConnection(false));
    return () => source.close();
  }
}

function withFiles(body: object, files: Files): object {
  if (files.length === 0) return body;
  const form = new FormData();
  form.set('payload_json', JSON.stringify(body));
  for (const [index, file] of files.entries()) form.set(`files[${index}]`, file, file.name);
  return form;
}

async function send<T>(
  method: string,
  url: string,
  body: object | undefined,
  headers: Record<string, string>,
): Promise<T> {
  const isForm = body instanceof FormData;
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
    body: isForm ? body : body && JSON.stringify(body),
  });
  const text = await response.text();
  const answer = text ? JSON.parse(text) : undefined;
  if (!response.ok) throw new Refused(response.status, answer as Refusal | undefined);
  return answer as T; // types.ts says what each address returns.
}
