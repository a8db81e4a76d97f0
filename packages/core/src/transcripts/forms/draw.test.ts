import { buffer } from 'node:stream/consumers';
import type { TranscriptForm } from '@tickets/contract/transcripts/downloads';
import { accessIn } from '@tickets/testkit/data/access';
import { buildGuild, buildMember, buildMessage, buildTicket } from '@tickets/testkit/data/factories';
import { keepFile } from '@tickets/testkit/data/kept-file';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { expect, test } from 'vitest';
import { callBy } from '../../access/caller.ts';
import { atOnce } from '../../platform/async/turns.ts';
import { StorageProblem, type StorageTrouble } from '../../platform/storage/problem.ts';
import { renderInBatches } from '../render.ts';
import { type DrawingLimits, drawingLimits, drawingTurn, drawTranscript } from './draw.ts';

// A damaged picture is reported.
allowWarning(/a picture could not be put into a page/);

/** A closed ticket of so many messages, and how it is drawn. */
async function start(texts: readonly string[]) {
  const context = await createTestContext();
  const { ctx } = context;
  const { guild_id } = await buildGuild(ctx);
  const user_id = await buildMember(ctx, { guild_id, level: 1 });
  const ticket = await buildTicket(ctx, { guild_id, status: 'closed', has_transcript: true });
  const key = { guild_id, ticket_id: ticket.ticket_id };
  const messages: string[] = [];
  for (const content of texts) messages.push((await buildMessage(ctx, { ...key, content })).message_id);
  return {
    ctx,
    key,
    messages,
    async read() {
      const call = callBy(ctx, await accessIn({ ctx, guild_id }, user_id), 'dashboard');
      return renderInBatches(call, key);
    },
    async draw(form: TranscriptForm, options: { signal?: AbortSignal; limits?: DrawingLimits } = {}) {
      const drawn = await drawTranscript(ctx, await this.read(), {
        guild_id,
        form,
        inTurn: atOnce,
        ...options,
      });
      return drawn && String(await buffer(drawn));
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}

/** The longest that this thread computed between two turns of a timer, in ms. What others do on the machine is not in it. */
function longestStall(): () => number {
  let last = process.threadCpuUsage();
  let longest = 0;
  const look = () => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, (now.user + now.system - last.user - last.system) / 1000);
    last = now;
  };
  const timer = setInterval(look, 5);
  return () => {
    clearInterval(timer);
    look();
    return longest;
  };
}

const hostile = Array.from({ length: 50 }, (_, n) =>
  ['**_~~||', '[](', '`*a* ', '> - **', '<@1>_*'][n % 5]?.repeat(8_000).slice(0, 20_000),
).map(String);

test('the event loop stands still for less than 100 ms while a page of 50 hostile messages is drawn', async () => {
  await using it = await start(hostile);
  const longest = longestStall();
  const page = await it.draw('html');
  expect(page?.match(/<article /g)).toHaveLength(50);
  expect(page?.endsWith('</html>\n')).toBe(true);
  expect(longest()).toBeLessThan(100);
});

test('what takes longer, or becomes larger, than it may is refused, and the next is drawn', async () => {
  await using it = await start(hostile);
  await expect(it.draw('html', { limits: { ...drawingLimits, ms: 10 } })).rejects.toMatchObject({
    code: 'transcript.form_too_slow',
    status: 503,
  });
  await expect(it.draw('html', { limits: { ...drawingLimits, bytes: 500_000 } })).rejects.toMatchObject({
    code: 'transcript.form_too_large',
    status: 413,
  });
  expect(await it.draw('text')).toContain(hostile[1]);
});

test('a drawing whose reader has gone is given up, and one whose reader went before is not begun', async () => {
  await using it = await start(hostile);
  const gone = new AbortController();
  const { answer, messages } = await it.read();
  async function* leaving() {
    for await (const batch of messages) {
      gone.abort();
      yield batch;
    }
  }
  const wanted = { guild_id: it.key.guild_id, form: 'html', inTurn: atOnce, signal: gone.signal } as const;
  expect(await drawTranscript(it.ctx, { answer, messages: leaving() }, wanted)).toBeUndefined();
  expect(await it.draw('html', { signal: AbortSignal.abort() })).toBeUndefined();
});

test('drawings of one server, however many ask for them, keep no other server waiting', async () => {
  await using it = await start(['hello']);
  const gate = Promise.withResolvers<void>();
  const { answer, messages } = await it.read();
  async function* slowly() {
    await gate.promise;
    yield* messages;
  }
  const draw = (guild_id: string, user_id: string, said: typeof messages, kind: 'staff' | 'member') =>
    drawTranscript(
      it.ctx,
      { answer, messages: said },
      { guild_id, form: 'html', inTurn: drawingTurn(guild_id, kind, user_id) },
    );
  const { guild_id } = it.key;
  const slow = ['Ann', 'Ben', 'Cleo', 'Dan'].map((name, n) =>
    draw(guild_id, name, slowly(), n % 2 ? 'staff' : 'member'),
  );
  const other = await draw('1', 'Olive', (await it.read()).messages, 'staff');
  expect(String(other && (await buffer(other)))).toContain('hello');
  gate.resolve();
  for (const drawn of await Promise.all(slow)) expect(drawn && String(await buffer(drawn))).toBeDefined();
});

test('many batches become one whole, in each form, with the pictures where they were sent', async () => {
  await using it = await start(Array.from({ length: 450 }, (_, n) => `said ${n}.`));
  for (const at of [3, 440]) {
    const of = { ...it.key, message_id: String(it.messages[at]) };
    await keepFile(it.ctx, of, `${at}.png`, `picture ${at}`, 'image/png');
  }
  const said = (text: string | undefined) => text?.match(/said \d+\./g);
  const expected = Array.from({ length: 450 }, (_, n) => `said ${n}.`);
  const page = await it.draw('html');
  expect(said(page)).toEqual(expected);
  expect(page?.match(/<img [^>]*>/g)).toEqual(
    [3, 440].map(
      (at) =>
        `<img src="data:image/png;base64,${Buffer.from(`picture ${at}`).toString('base64')}" alt="${at}.png">`,
    ),
  );
  expect(said(await it.draw('text'))).toEqual(expected);
  const { messages } = JSON.parse((await it.draw('json')) ?? '');
  expect(messages.map(({ content }: { content: string }) => content)).toEqual(expected);
});

test('a page is not made without pictures that cannot be read now, and waits for one of them alone; a damaged one stays a link', async () => {
  await using it = await start(['one', 'two']);
  for (const [at, id] of it.messages.entries())
    await keepFile(it.ctx, { ...it.key, message_id: String(id) }, `${at}.png`, `picture ${at}`, 'image/png');
  const drawWith = async (trouble: StorageTrouble) => {
    let asked = 0;
    const get = async () => {
      asked += 1;
      throw new StorageProblem(trouble, 'no picture');
    };
    const { answer, messages } = await it.read();
    const { guild_id } = it.key;
    const drawn = drawTranscript(
      { ...it.ctx, storage: { ...it.ctx.storage, get } },
      { answer, messages },
      { guild_id, form: 'html', inTurn: drawingTurn(guild_id, 'staff', 'Ann') },
    );
    const page = await drawn.then(
      (file) => file && buffer(file).then(String),
      (error) => `${error}`,
    );
    return [page, asked] as const;
  };
  expect(await drawWith('unreachable')).toEqual(['Error: no picture', 1]);
  expect(await drawWith('denied')).toEqual(['Error: no picture', 1]);
  const [page, asked] = await drawWith('damaged');
  expect(asked).toBe(2);
  expect(page).toContain('1.png</a>');
});

test('as plain text, what components say, link to and hold stands behind the margin or in brackets, however deep it is', async () => {
  await using it = await start([]);
  const components = [
    {
      type: 17,
      components: [
        {
          type: 9,
          components: [{ type: 10, content: `Our terms\nfor <@1>` }],
          accessory: { type: 11, media: { url: 'https://cdn.test/a.png' }, description: 'A map' },
        },
        { type: 12, items: [{ media: { url: 'https://cdn.test/b.png' } }] },
        { type: 13, file: { url: 'https://cdn.test/c.pdf' }, name: 'c.pdf' },
        { type: 14 },
      ],
    },
    {
      type: 1,
      components: [
        { type: 2, style: 5, label: 'Read\nmore', url: 'https://shop.test/' },
        { type: 2, style: 1, custom_id: 'x', emoji: { name: '✅' } },
        { type: 3, custom_id: 'y', placeholder: 'Choose a size' },
      ],
    },
  ];
  await buildMessage(it.ctx, { ...it.key, content: '', components: JSON.stringify(components) });
  const text = String(await it.draw('text'));
  expect(text.slice(text.lastIndexOf('\n\n')).trim().split('\n').slice(1)).toEqual([
    '  Our terms',
    '  for @Deleted User',
    '[Picture: A map, https://cdn.test/a.png]',
    '[Picture: https://cdn.test/b.png]',
    '[File: c.pdf, https://cdn.test/c.pdf]',
    '[Button: Read more, https://shop.test/]',
    '[Button: ✅]',
    '[Menu: Choose a size]',
  ]);
  const page = await it.draw('html');
  expect(page).toContain('Our terms');
  expect(page).not.toContain('Unknown component type');
});

test('a page and a text say whom a message answers, and a page links to it where it is there', async () => {
  await using it = await start(['Where is it?']);
  const [asked = ''] = it.messages;
  const { message_id } = await buildMessage(it.ctx, { ...it.key, content: 'Here', reply_to: asked });
  await buildMessage(it.ctx, { ...it.key, content: 'And that?', reply_to: '1' });
  const page = await it.draw('html');
  expect(page).toContain(`<a href="#m${asked}">in reply to `);
  expect(page).toContain('in reply to a message that is not here');
  expect(page).toMatch(new RegExp(`id="m${message_id}"[^]*in reply to`));
  const text = await it.draw('text');
  expect(text).toMatch(/\[in reply to .+\]\n {2}Here/);
  expect(text).toContain('[in reply to a message that is not here]\n  And that?');
});
