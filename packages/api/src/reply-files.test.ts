import { connect } from 'node:net';
import { replyFiles } from '@tickets/contract/platform/uploads';
import { buildMember, buildSession, buildTicket } from '@tickets/testkit/data/factories';
import { seededRandom } from '@tickets/testkit/data/random';
import { type PanelDesk, type PanelWorld, startPanelWorld } from '@tickets/testkit/worlds/panel-world';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { PartBound } from './http/bounded-parts.ts';
import { createUploadRoom } from './http/upload.ts';

let world: PanelWorld;
let desk: PanelDesk;

beforeAll(async () => {
  world = await startPanelWorld();
  desk = await world.addDesk({ premium: true });
});
afterAll(() => world[Symbol.asyncDispose]());

async function openTicket({ guild_id, addChannel } = desk) {
  const opener = world.app.sim.world.addUser({});
  world.app.sim.world.addMember({ guild_id, user_id: opener.id });
  const channel_id = await addChannel();
  const { ticket_id } = await buildTicket(world.app.ctx, { guild_id, opener_id: opener.id, channel_id });
  return { guild_id, ticket_id, channel_id };
}
type Place = Awaited<ReturnType<typeof openTicket>>;

const addressOf = ({ guild_id, ticket_id }: Place) => `/api/${guild_id}/tickets/${ticket_id}`;
const payload = (content = 'Here', idempotency_key?: string) =>
  JSON.stringify({ message: { content }, idempotency_key });

/** What the dashboard sends, or whatever else. */
function form(...parts: [name: string, value: string | File][]): FormData {
  const made = new FormData();
  for (const [name, value] of parts) made.append(name, value);
  return made;
}

async function post(to: Place, body: FormData | string, headers: Record<string, string> = {}) {
  const response = await fetch(world.app.url + addressOf(to), {
    method: 'POST',
    headers: { 'x-tickets': 'true', authorization: desk.token, ...headers },
    body,
  });
  const answer = (await response.json()) as {
    code?: string;
    error?: string;
    message_id?: string;
    fields?: { path: string }[];
  };
  return { status: response.status, ...answer };
}

const said = ({ channel_id }: Place) =>
  desk.messagesIn(channel_id).map(({ content, attachments }) => ({
    content,
    files: attachments.map(({ filename, content_type, blob_id }) => [
      filename,
      content_type?.split(';')[0],
      String(world.app.sim.world.blobs.get(blob_id)),
    ]),
  }));

const text = (name: string, words: string, type = 'text/plain') => new File([words], name, { type });
const large = (name: string, bytes: number) => new File([new Uint8Array(bytes).fill(65)], name);

describe('a reply with files', () => {
  test('arrives in Discord as it was sent, its files in the order of their numbers', async () => {
    const ticket = await openTicket();
    const { status, message_id } = await post(
      ticket,
      form(
        ['files[1]', text('second.csv', 'a;b', 'text/csv')],
        ['payload_json', payload('Two files')],
        ['files[0]', text('first.txt', 'one')],
      ),
    );
    expect(status).toBe(200);
    expect(said(ticket)).toEqual([
      {
        content: 'Two files',
        files: [
          ['first.txt', 'text/plain', 'one'],
          ['second.csv', 'text/csv', 'a;b'],
        ],
      },
    ]);
    const { body } = await world.app.call('tickets.get', { params: ticket, query: {}, token: desk.token });
    expect(
      body.messages.map(({ id, attachments }) => [id, attachments.map(({ filename }) => filename)]),
    ).toEqual([[message_id, ['first.txt', 'second.csv']]]);
  });

  test('needs no text, and without files it needs one', async () => {
    const ticket = await openTicket();
    const alone = form(['payload_json', '{"message":{}}'], ['files[0]', text('alone.txt', 'x')]);
    expect(await post(ticket, alone)).toMatchObject({ status: 200 });
    const nothing = form(['payload_json', payload(' ')]);
    expect(await post(ticket, nothing)).toMatchObject({ status: 400, code: 'ticket.message_empty' });
    expect(said(ticket)).toMatchObject([{ content: '', files: [['alone.txt', 'text/plain', 'x']] }]);
  });

  test('is there once, however often it is sent with its key', async () => {
    const ticket = await openTicket();
    const send = () =>
      post(
        ticket,
        form(['payload_json', payload('Once', 'a-key-of-mine')], ['files[0]', text('a.txt', 'x')]),
      );
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map(({ message_id }) => message_id)).size).toBe(1);
    expect(said(ticket)).toHaveLength(1);
  });

  test('takes ten files, and one as large as Discord allows', async () => {
    const ticket = await openTicket();
    const ten = Array.from({ length: 10 }, (_, n): [string, File] => [`files[${n}]`, text(`${n}.txt`, 'x')]);
    expect(await post(ticket, form(['payload_json', payload()], ...ten))).toMatchObject({ status: 200 });
    const one = form(['payload_json', payload()], ['files[0]', large('full.bin', replyFiles.file_bytes)]);
    expect(await post(ticket, one)).toMatchObject({ status: 200 });
    expect(said(ticket).map(({ files }) => files.length)).toEqual([10, 1]);
  });

  test('says which limit it breaks, and at which file', async () => {
    const ticket = await openTicket();
    const send = (...parts: [string, File][]) => post(ticket, form(['payload_json', payload()], ...parts));
    const eleven = Array.from({ length: 11 }, (_, n): [string, File] => [`files[${n}]`, text(`${n}`, 'x')]);
    expect(await send(...eleven)).toMatchObject({
      status: 400,
      code: 'upload.too_many_files',
      error: 'At most 10 files can be sent at once. Remove some of them.',
    });
    expect(await send(['files[3]', large('film.mp4', replyFiles.file_bytes + 1)])).toMatchObject({
      status: 413,
      code: 'upload.file_too_large',
      error: 'film.mp4 is too large: a file may have at most 10 MB.',
      fields: [{ path: 'files[3]' }],
    });
    const nine = 9 * 1024 * 1024;
    expect(
      await send(
        ['files[0]', large('a', nine)],
        ['files[1]', large('b', nine)],
        ['files[2]', large('c', nine)],
      ),
    ).toMatchObject({ status: 413, code: 'request.too_large' });
    expect(await send(['files[0]', text('a.txt', 'x')], ['files[1]', text('none.txt', '')])).toMatchObject({
      status: 400,
      code: 'upload.file_empty',
      fields: [{ path: 'files[1]' }],
    });
    expect(said(ticket)).toEqual([]);
  });

  test.each([
    ['folders', '../../etc/passwd', 'passwd'],
    ['folders of Windows', 'C:\\Users\\sam\\notes.txt', 'notes.txt'],
    ['a turn of the direction of reading', 'in\u202egpj.exe', 'ingpj.exe'],
    ['dots alone', '..', 'file'],
    ['too many characters', `${'x'.repeat(400)}.png`, `${'x'.repeat(196)}.png`],
    ['far too many characters', 'x'.repeat(200_000), 'x'.repeat(200)],
  ])('has no file with %s in its name', async (_, name, kept) => {
    const ticket = await openTicket();
    await post(ticket, form(['payload_json', payload()], ['files[0]', text(name, 'x')]));
    expect(said(ticket).map(({ files }) => files[0]?.[0])).toEqual([kept]);
  });
});

describe('files are refused before any of them is read', () => {
  /** Sends the head of a request whose files never come, and answers what is said to it. */
  async function headOnly(to: Place, headers: Record<string, string>): Promise<string> {
    const socket = connect(Number(new URL(world.app.url).port), '127.0.0.1');
    const lines = Object.entries({
      host: 'localhost',
      'content-type': 'multipart/form-data; boundary=line',
      'content-length': '5000000',
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`POST ${addressOf(to)} HTTP/1.1\r\n${lines.join('')}\r\n`);
    let answer = '';
    for await (const chunk of socket) {
      answer += chunk;
      if (answer.includes('request_id')) break;
    }
    socket.destroy();
    return answer;
  }
  const ours = { 'x-tickets': 'true' };

  test('from whoever is not signed in, is no staff, or is on another site', async () => {
    const ticket = await openTicket();
    const { ctx } = world.app;
    const { guild_id } = ticket;
    const nobody = await buildSession(ctx, await buildMember(ctx, { guild_id, level: 0 }));
    const stranger = await buildSession(ctx, await buildMember(ctx, { guild_id, present: false }));
    expect(await headOnly(ticket, ours)).toContain('session.missing');
    expect(await headOnly(ticket, { authorization: desk.token })).toContain('request.missing_header');
    expect(await headOnly(ticket, { ...ours, authorization: stranger })).toContain('guild.not_found');
    expect(await headOnly(ticket, { ...ours, authorization: nobody })).toContain('permission.denied');
  });

  test('in a server without premium', async () => {
    const poor = await world.addDesk();
    const ticket = await openTicket(poor);
    expect(await headOnly(ticket, { ...ours, authorization: poor.token })).toContain('premium.required');
  });

  test('when they say of themselves that they are too large', async () => {
    const ticket = await openTicket();
    const headers = { ...ours, authorization: desk.token, 'content-length': '60000000' };
    const answer = await headOnly(ticket, headers);
    expect(answer).toContain('request.too_large');
    // The rest of them is not waited for.
    expect(answer.toLowerCase()).toContain('connection: close');
  });

  test('whoever was refused while sending reads why, on a connection that goes on', async () => {
    const ticket = await openTicket();
    const body = form(['payload_json', payload()], ['files[0]', large('big.bin', 9 * 1024 * 1024)]);
    for (let turn = 0; turn < 3; turn++)
      expect(await post(ticket, body, { authorization: 'garbage' })).toMatchObject({ status: 401 });
  });
});

describe('what is no proper upload is said to be none', () => {
  const boundary = 'line';
  const part = (name: string, value: string, extra = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${extra}\r\n\r\n${value}\r\n`;
  const file = (name: string) => part(name, 'x', '; filename="a.txt"');
  const end = `--${boundary}--\r\n`;
  const valid = part('payload_json', payload());

  test.each([
    ['no payload_json', file('files[0]') + end],
    ['a payload_json that is no JSON', part('payload_json', '{') + file('files[0]') + end],
    ['two payloads', valid + valid + file('files[0]') + end],
    ['a file under another name', valid + file('attachment') + end],
    ['a file under the name of the payload', valid + file('payload_json') + end],
    ['a number that is none', valid + file('files[x]') + end],
    ['two files with one number', valid + file('files[0]') + file('files[0]') + end],
    ['another field', valid + part('content', 'hi') + end],
    ['fields without end', valid + part('a', 'hi').repeat(2000) + end],
    ['a name that every object has', valid + part('__proto__', 'hi') + file('constructor') + end],
    ['a giant field', part('payload_json', payload('x'.repeat(3_000_000))) + end],
    ['a giant name', valid + file('f'.repeat(100_000)) + end],
    ['an end in the middle of a file', valid + file('files[0]').slice(0, -4)],
    ['an end in the middle of a head', `${valid}--${boundary}\r\ncontent-dispo`],
    ['nothing but boundaries', `--${boundary}\r\n`.repeat(10_000)],
    ['nothing', ''],
    ['noise', '\0\x01\x02'.repeat(5000)],
  ])('%s', async (_, body) => {
    const ticket = await openTicket();
    const type = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    const answer = await post(ticket, body, type);
    expect([400, 413]).toContain(answer.status);
    expect(answer.code).toMatch(/^(upload\.|request\.)/);
    expect(said(ticket)).toEqual([]);
  });

  test.each([
    ['no boundary', ''],
    ['an empty boundary', '; boundary='],
    ['a boundary of 300 characters', `; boundary=${'b'.repeat(300)}`],
  ])('%s', async (_, parameter) => {
    const ticket = await openTicket();
    const type = { 'content-type': `multipart/form-data${parameter}` };
    const answer = await post(ticket, valid + end, type);
    expect(answer).toMatchObject({ status: 400, code: 'upload.invalid' });
  });

  test('of a megabyte of boundaries the parser is given a line', async () => {
    const ticket = await openTicket();
    const given = vi.spyOn(PartBound.prototype, 'push');
    onTestFinished(() => given.mockRestore());
    const type = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    expect(await post(ticket, `--${boundary}\r\n`.repeat(110_000), type)).toMatchObject({ status: 400 });
    const bytes = given.mock.calls.reduce((sum, [piece]) => sum + (piece?.length ?? 0), 0);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(1_000);
  });

  test('a payload that is not what the contract says', async () => {
    const ticket = await openTicket();
    const odd = form(['payload_json', '{"message":{"content":7}}'], ['files[0]', text('a.txt', 'x')]);
    expect(await post(ticket, odd)).toMatchObject({
      status: 400,
      code: 'request.invalid',
      fields: [{ path: 'message.content' }],
    });
  });

  test('a payload that says that it is JSON is as good as one that does not', async () => {
    const ticket = await openTicket();
    const json = part('payload_json', payload('typed')).replace(
      '\r\n\r\n',
      '\r\ncontent-type: application/json\r\n\r\n',
    );
    const type = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    expect(await post(ticket, json + file('files[0]') + end, type)).toMatchObject({ status: 200 });
    expect(said(ticket)).toMatchObject([{ content: 'typed' }]);
  });

  test('a connection that ends in the middle of a file leaves nothing behind', async () => {
    const ticket = await openTicket();
    const socket = connect(Number(new URL(world.app.url).port), '127.0.0.1');
    socket.write(
      `POST ${addressOf(ticket)} HTTP/1.1\r\nhost: localhost\r\nx-tickets: true\r\nauthorization: ${desk.token}\r\n` +
        `content-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: 5000000\r\n\r\n${valid}`,
    );
    socket.write(file('files[0]').slice(0, -2));
    await new Promise((resolve) => setTimeout(resolve, 100));
    socket.destroy();
    expect(await post(ticket, form(['payload_json', payload('after')]))).toMatchObject({ status: 200 });
    expect(said(ticket)).toEqual([{ content: 'after', files: [] }]);
  });

  test('other routes take no files', async () => {
    const { guild_id, ticket_id } = await openTicket();
    const response = await fetch(`${world.app.url}/api/${guild_id}/tickets/${ticket_id}/tag`, {
      method: 'POST',
      headers: { 'x-tickets': 'true', authorization: desk.token },
      body: form(['payload_json', '{"tag_id":"a"}']),
    });
    expect(response.status).toBe(415);
  });
});

describe('the room for files', () => {
  const busy = 'Too many files are on their way';
  const by = (guild_id: string, user_id: string, is_staff = true) => ({ guild_id, user_id, is_staff });

  test('is never full for a server that has none of it', () => {
    const room = createUploadRoom(1000);
    for (let n = 0; n < 8; n += 1) {
      const uploader = () => by(`server ${n}`, `owner ${n}`);
      expect(() => {
        for (;;) room.take(uploader(), 1);
      }).toThrow(busy);
      // However many others have taken all that they can, a small file has room.
      room.take(by('another', 'Olive'), 1);
      room.give(by('another', 'Olive'), 1);
    }
  });

  test('is not to be filled by one person, in however many servers', () => {
    const room = createUploadRoom(100);
    room.take(by('a', 'Mia', false), 15);
    room.take(by('b', 'Mia'), 10);
    expect(() => room.take(by('c', 'Mia'), 1)).toThrow(busy);
    room.give(by('a', 'Mia', false), 15);
    room.take(by('c', 'Mia'), 15);
  });

  test('is kept for staff, whatever the members of their server send', () => {
    const room = createUploadRoom(100);
    for (const n of [1, 2, 3, 4, 5, 6])
      try {
        for (;;) room.take(by('a', `member ${n}`, false), 1);
      } catch {
        // Until there is no more for members.
      }
    expect(() => room.take(by('a', 'another member', false), 1)).toThrow(busy);
    room.take(by('a', 'Sam'), 24);
  });

  test('is kept for staff while everyone else holds as much as they can', () => {
    const megabyte = 1024 * 1024;
    const room = createUploadRoom(96 * megabyte);
    room.take(by('a', 'Ann'), 24 * megabyte);
    room.take(by('b', 'Ben'), 24 * megabyte);
    expect(() => {
      for (;;) room.take(by('here', 'Mia', false), megabyte / 16);
    }).toThrow(busy);
    room.take(by('here', 'Sam'), 10 * megabyte);
  });

  test.each([1, 2, 3, 4, 5])(
    'has for staff a third of what is free, whatever members of their server take (seed %i)',
    (seed) => {
      const random = seededRandom(seed);
      const max = 100_000;
      const room = createUploadRoom(max);
      const held: [ReturnType<typeof by>, number][] = [];
      let taken = 0;
      const take = (uploader: ReturnType<typeof by>, bytes: number) => {
        room.take(uploader, bytes);
        held.push([uploader, bytes]);
        taken += bytes;
      };
      const give = (at: number) => {
        const [[uploader, bytes] = [by('', ''), 0]] = held.splice(at, 1);
        room.give(uploader, bytes);
        taken -= bytes;
      };
      /** Until they get no more. */
      const fill = (guild_id: string) => {
        for (let bytes = max / 4, person = 0; bytes >= 1 && person < 400; person += 1)
          try {
            take(by(guild_id, `member ${guild_id} ${person}`, false), bytes);
          } catch {
            bytes = Math.floor(bytes / 2);
          }
      };
      for (let step = 0; step < 1_500; step += 1) {
        if (held.length && random.chance(0.4)) give(random.int(0, held.length - 1));
        const guild_id = `server ${random.int(0, 4)}`;
        try {
          const is_staff = random.chance(0.5);
          take(
            by(guild_id, `${is_staff} ${step % 20}`, is_staff),
            random.int(1, random.pick([100, 5_000, 25_000])),
          );
        } catch {
          // There was no room for so much.
        }
        if (held.some(([{ guild_id: of, is_staff }]) => of === guild_id && is_staff)) continue;
        const free = max - taken;
        const before = held.length;
        fill(guild_id);
        const wanted = Math.min(Math.floor(free / 3), max / 4);
        expect(wanted).toBeGreaterThan(0);
        take(by(guild_id, 'Sam'), wanted);
        while (held.length > before) give(before);
      }
    },
  );

  test('that was given back can be taken again', () => {
    const room = createUploadRoom(100);
    room.take(by('a', 'Sam'), 25);
    expect(() => room.take(by('a', 'Sam'), 1)).toThrow(busy);
    room.give(by('a', 'Sam'), 25);
    room.take(by('a', 'Sam'), 25);
  });
});

test('the API document tells how files are sent', async () => {
  const { paths } = (await (await fetch(`${world.app.url}/api/openapi.json`)).json()) as {
    paths: Record<string, { post: { requestBody: { content: Record<string, unknown> } } }>;
  };
  const { content } = paths['/api/{guild_id}/tickets/{ticket_id}']?.post.requestBody ?? { content: {} };
  expect(Object.keys(content)).toEqual(['application/json', 'multipart/form-data']);
});
