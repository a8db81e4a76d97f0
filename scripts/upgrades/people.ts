/** People of the demo, who use a program through the pages of its simulated Discord, which any day's has. */
import { setTimeout as sleep } from 'node:timers/promises';

interface Channel {
  id: string;
  name: string;
  type: number;
}

interface Overview {
  me: { id: string; name: string; token: string };
  servers: { id: string; name: string; is_owner: boolean; channels: Channel[] }[];
}

interface Component {
  type: number;
  custom_id?: string;
  options?: { value: string }[];
  components?: Component[];
  component?: Component;
  accessory?: Component;
}

interface Message {
  id: string;
  author: { id: string };
  components: Component[];
}

class Person {
  readonly discord: string;
  readonly id: string;
  token = '';

  constructor(discord: string, id: string) {
    this.discord = discord;
    this.id = id;
  }

  async ask<T>(path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.discord}/client-api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-person': this.id, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  async look(): Promise<Overview> {
    const seen = await this.ask<Overview>('/me');
    this.token = seen.me.token;
    return seen;
  }

  async write(channel_id: string, content: string, file?: string): Promise<string> {
    const form = new FormData();
    form.set('payload_json', JSON.stringify({ content }));
    if (file) form.set('files[0]', new Blob([file], { type: 'text/plain' }), 'notes.txt');
    const path = `/api/v10/channels/${channel_id}/messages`;
    const { id } = (await this.send('POST', path, form)) as { id: string };
    return id;
  }

  async send(method: string, path: string, body?: FormData | string): Promise<unknown> {
    const response = await fetch(this.discord + path, {
      method,
      headers: {
        authorization: this.token,
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      },
      body,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status} ${text}`);
    return text ? JSON.parse(text) : undefined;
  }
}

export interface Done {
  tickets: number;
  closed: number;
  messages: number;
  files: number;
}

/**
 * Members open tickets wherever a button does so, write, correct, delete and send files; owners answer and close half of them.
 */
export async function usePanels(discord: string, tickets: number): Promise<Done> {
  const response = await fetch(`${discord}/client-api/people`);
  const { people } = (await response.json()) as { people: { id: string }[] };
  const all = people.map(({ id }) => new Person(discord, id));
  const done: Done = { tickets: 0, closed: 0, messages: 0, files: 0 };
  const owners = new Map<string, Person>();
  for (const person of all)
    for (const server of (await person.look()).servers) if (server.is_owner) owners.set(server.id, person);
  await Promise.all([...owners].map(([id, owner]) => untilPanels(owner, id)));
  for (const person of all)
    for (const server of (await person.look()).servers) {
      const owner = owners.get(server.id);
      if (!owner || owner === person) continue;
      for (const { channel_id, message_id, door } of await doorsIn(person, server.channels)) {
        if (done.tickets === tickets) return done;
        const opened = await open(person, server.id, { channel_id, message_id, ...door });
        if (!opened) continue;
        done.tickets += 1;
        await talk(person, owner, opened, done);
        if (done.tickets % 2) continue;
        await close(owner, server.id, opened);
        done.closed += 1;
      }
    }
  return done;
}

/** The bot posts them when it is connected; a server may have none. */
async function untilPanels(owner: Person, server_id: string): Promise<void> {
  for (const end = performance.now() + 10_000; performance.now() < end; await sleep(200)) {
    const server = (await owner.look()).servers.find(({ id }) => id === server_id);
    if ((await doorsIn(owner, server?.channels ?? [])).length) return;
  }
}

interface Door {
  custom_id: string;
  values?: string[];
}

/** The buttons and menus of messages outside tickets. */
async function doorsIn(person: Person, channels: Channel[]) {
  const found: { channel_id: string; message_id: string; door: Door }[] = [];
  for (const { id: channel_id } of channels.filter(({ type, name }) => type === 0 && !/\d/.test(name))) {
    const { messages } = await person.ask<{ messages: Message[] }>(`/channels/${channel_id}/messages`);
    for (const { id: message_id, components } of messages)
      for (const door of doorsAmong(components)) found.push({ channel_id, message_id, door });
  }
  return found;
}

function* doorsAmong(nodes: readonly (Component | undefined)[]): Generator<Door> {
  for (const node of nodes) {
    if (!node) continue;
    const { type, custom_id, options, components = [], component, accessory } = node;
    if (custom_id && type === 2) yield { custom_id };
    if (custom_id && type === 3) for (const { value } of options ?? []) yield { custom_id, values: [value] };
    yield* doorsAmong([...components, component, accessory]);
  }
}

/** The channel that came of it; undefined where a form is asked for, or it is refused. */
async function open(
  person: Person,
  server_id: string,
  door: Door & { channel_id: string; message_id: string },
) {
  const seen = async () => (await person.look()).servers.find(({ id }) => id === server_id)?.channels ?? [];
  const before = new Set((await seen()).map(({ id }) => id));
  await person.ask('/interactions', { kind: 'component', ...door });
  for (const end = performance.now() + 2_500; performance.now() < end; await sleep(100)) {
    const made = (await seen()).find(({ id, type }) => !before.has(id) && type !== 4);
    if (made) return made;
  }
  return undefined;
}

async function talk(person: Person, owner: Person, { id }: Channel, done: Done): Promise<void> {
  await person.write(id, 'It does not work, and I have a picture of that.');
  const wrong = await person.write(id, 'It is a tset.');
  const hasty = await person.write(id, 'Never mind this one.');
  await person.send(
    'PATCH',
    `/api/v10/channels/${id}/messages/${wrong}`,
    JSON.stringify({ content: 'It is a test.' }),
  );
  await person.send('DELETE', `/api/v10/channels/${id}/messages/${hasty}`);
  await person.write(id, 'Here it is', `notes of ticket ${done.tickets}\n`.repeat(200));
  await owner.write(id, 'Thank you, we are looking into it.');
  done.messages += 5;
  done.files += 1;
}

async function close(owner: Person, server_id: string, { id }: Channel): Promise<void> {
  const { commands } = await owner.ask<{ commands: { id: string; name: string }[] }>(
    `/channels/${id}/commands`,
  );
  const command = commands.find(({ name }) => name === 'close');
  if (!command) throw new Error('there is no command "close"');
  await owner.ask('/interactions', {
    kind: 'command',
    channel_id: id,
    command_id: command.id,
    options: { reason: 'Done' },
  });
  for (const end = performance.now() + 15_000; performance.now() < end; await sleep(100)) {
    const server = (await owner.look()).servers.find((one) => one.id === server_id);
    if (!server?.channels.some((channel) => channel.id === id)) return;
  }
  throw new Error(`the channel ${id} did not close`);
}
