import { buffer } from 'node:stream/consumers';
import type { TranscriptForm } from '@tickets/contract/transcripts/downloads';
import { accessIn } from '@tickets/testkit/data/access';
import { buildGuild, buildMember, buildMessage, buildTicket } from '@tickets/testkit/data/factories';
import { keepFile } from '@tickets/testkit/data/kept-file';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { expect, test } from 'vitest';
import { callBy } from '../../access/caller.ts';
import { atOnce } from '../../platform/async/turns.ts';
import { renderInBatches } from '../render.ts';
import { type DrawingLimits, drawingLimits, drawingTurn, drawTranscript } from './draw.ts';

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
