import { buffer } from 'node:stream/consumers';
import type { TranscriptForm } from '@tickets/contract/transcripts/downloads';
import type { Transcript } from '@tickets/contract/transcripts/transcripts';
import { callAs } from '@tickets/testkit/data/access';
import {
  buildGuild,
  buildImportedTicket,
  buildMember,
  buildMessage,
  buildTicket,
  buildUser,
} from '@tickets/testkit/data/factories';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { expect, test } from 'vitest';
import { atOnce } from '../platform/async/turns.ts';
import { drawTranscript } from './forms/draw.ts';
import { makeLink, openLink } from './links.ts';
import { listTranscripts } from './list.ts';
import { whole } from './piece.ts';
import { renderInBatches, renderTranscript } from './render.ts';

const words = 'Imported by the server. This was not recorded here.';
const face = 'a'.repeat(32);

/** A ticket that was imported, in which words are put into the mouths of two people who are known here, and one that goes on from it. */
async function start() {
  const context = await createTestContext();
  const { ctx } = context;
  const { guild_id } = await buildGuild(ctx);
  const { user_id: maple } = await buildUser(ctx, { username: 'maple', avatar: face });
  const { user_id: willow } = await buildUser(ctx, { username: 'willow', avatar: face });
  const imported = await buildImportedTicket(ctx, { guild_id, opener_id: maple, closed_by: willow });
  const invented = { guild_id, ticket_id: imported.ticket_id };
  await buildMessage(ctx, { ...invented, author_id: maple, content: 'I stole it' });
  await buildMessage(ctx, {
    ...invented,
    author_id: willow,
    by_staff: true,
    content: `Well done, <@${maple}>`,
  });
  await buildMessage(ctx, {
    ...invented,
    author_id: willow,
    author_name: 'Willow at work',
    author_avatar: face,
    content: 'Send me more',
  });
  const { ticket_id } = await buildTicket(ctx, {
    guild_id,
    opener_id: maple,
    continues: imported.ticket_id,
    status: 'closed',
    has_transcript: true,
    closed_at: ctx.clock.now(),
  });
  const genuine = { guild_id, ticket_id };
  await buildMessage(ctx, { ...genuine, author_id: maple, content: 'Where is my parcel?' });
  const admin = await callAs({ ctx, guild_id }, await buildMember(ctx, { guild_id, level: 2 }));
  return {
    ctx,
    admin,
    invented,
    genuine,
    async shared(key: typeof invented): Promise<Transcript> {
      const { url } = await makeLink(admin, key, { days: 1 });
      const { answer, messages } = await openLink(ctx, url.split('#')[1] ?? '');
      return { ...answer.transcript, messages: await whole(messages) };
    },
    async drawn(key: typeof invented, form: TranscriptForm): Promise<string> {
      const transcript = await renderInBatches(admin, key);
      const file = await drawTranscript(ctx, transcript, { guild_id, form, inTurn: atOnce });
      return file ? String(await buffer(file)) : '';
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}

/** Names and pictures of the authors of what was said in a ticket. */
const authorsIn = ({ messages, entities }: Transcript, ticket_id: number) =>
  messages
    .filter((message) => message.ticket_id === ticket_id)
    .map(({ author }) => entities.users[author])
    .map((user) => [user?.username, user?.avatar.includes(face)]);

test('the transcript of an imported ticket says so, and so does one that goes on from it', async () => {
  await using it = await start();
  expect(await renderTranscript(it.admin, it.invented)).toMatchObject({ imported: true, earlier: [] });
  expect(await renderTranscript(it.admin, it.genuine)).toMatchObject({
    imported: false,
    earlier: [{ id: it.invented.ticket_id, history: 'joined', imported: true }],
  });
});

test('a shared link shows no face of an account beside what was imported, and the name as it stands', async () => {
  await using it = await start();
  const transcript = await it.shared(it.invented);
  expect(transcript.imported).toBe(true);
  expect(authorsIn(transcript, it.invented.ticket_id)).toEqual([
    ['maple', false],
    ['willow', false],
    ['Willow at work', false],
  ]);
  expect(transcript.ticket).toMatchObject({
    opener: { username: 'maple' },
    closed_by: { username: 'willow' },
  });
  expect(JSON.stringify(transcript)).not.toContain(face);
});

test('what was recorded here keeps its faces, also after imported messages of the same people', async () => {
  await using it = await start();
  const transcript = await it.shared(it.genuine);
  expect(authorsIn(transcript, it.invented.ticket_id).map(([, hasFace]) => hasFace)).toEqual([
    false,
    false,
    false,
  ]);
  expect(authorsIn(transcript, it.genuine.ticket_id)).toEqual([['maple', true]]);
  expect(transcript.earlier[0]?.closed_by).toMatchObject({ username: 'willow', avatar: '' });
});

test('a page, a text and data of an imported ticket say so once above, and at every message', async () => {
  await using it = await start();
  const page = await it.drawn(it.invented, 'html');
  expect(page.split(`<p class="imported">${words}</p>`)).toHaveLength(2);
  expect(page.match(/<span class="badge imported">Imported<\/span>/g)).toHaveLength(3);
  const text = await it.drawn(it.invented, 'text');
  expect(text.split('\n')).toContain(words);
  expect(text.match(/^\[[^\]]*, imported\] /gm)).toHaveLength(3);
  expect(JSON.parse(await it.drawn(it.invented, 'json'))).toMatchObject({ imported: true });
});

test('a transcript, its page and its text mark what staff wrote here, and nothing that an archive says was written by staff', async () => {
  await using it = await start();
  const author_id = await buildMember(it.ctx, { guild_id: it.genuine.guild_id, level: 1 });
  await buildMessage(it.ctx, { ...it.genuine, author_id, by_staff: true, content: 'It comes tomorrow' });
  const { messages } = await renderTranscript(it.admin, it.genuine);
  expect(messages.filter(({ by_staff }) => by_staff).map(({ content }) => content)).toEqual([
    'It comes tomorrow',
  ]);
  // Nobody calls themselves staff by their name.
  await it.ctx.db
    .updateTable('users')
    .set({ global_name: 'olga (staff)' })
    .where('user_id', '<>', author_id)
    .execute();
  const page = await it.drawn(it.genuine, 'html');
  expect(page.match(/<span class="badge">Staff<\/span>.*?<\/article>/gs)).toEqual([
    expect.stringContaining('It comes tomorrow'),
  ]);
  const text = await it.drawn(it.genuine, 'text');
  expect(text.match(/^\[[^\]]*, staff\] .*\n.*/gm)).toEqual([
    expect.stringMatching(/\] .*\n {2}It comes tomorrow$/),
  ]);
});

test('of a ticket that goes on from it they say so where the imported part begins, and nowhere else', async () => {
  await using it = await start();
  const page = await it.drawn(it.genuine, 'html');
  expect(page).toMatch(
    new RegExp(`Earlier ticket #${it.invented.ticket_id}</h2>\\s*<p class="imported">${words}`),
  );
  expect(page.match(/<span class="badge imported">/g)).toHaveLength(3);
  const text = await it.drawn(it.genuine, 'text');
  expect(text).not.toContain(words);
  expect(text.match(/^\[[^\]]*, imported\] /gm)).toHaveLength(3);
});

test('the list of transcripts marks what was imported', async () => {
  await using it = await start();
  const { rows } = await listTranscripts(it.admin, it.invented.guild_id, {});
  expect(rows.map(({ ticket_id, imported }) => [ticket_id, imported])).toEqual([
    [it.genuine.ticket_id, false],
    [it.invented.ticket_id, true],
  ]);
});
