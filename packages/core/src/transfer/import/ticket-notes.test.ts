import { archiveOf, importArchive } from '@tickets/testkit/archives/archives';
import { callAs } from '@tickets/testkit/data/access';
import { buildPanel, buildTicket } from '@tickets/testkit/data/factories';
import { addServer, fillServer, type Places } from '@tickets/testkit/worlds/filled-server';
import { startTicketWorld, type TicketWorld } from '@tickets/testkit/worlds/ticket-world';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { keepTranscriptsFor } from '../../transcripts/retention.ts';
import type { StoredReport } from './report.ts';
import { listRuns } from './runs.ts';

let w: TicketWorld;
/** Of a server whose one panel is worked by a team alone. */
let archive: Awaited<ReturnType<typeof archiveOf>>;
/** The same, of when that server kept transcripts for 30 days. */
let with_retention: typeof archive;
let to: Places;
const ownerOf = ({ guild_id }: { guild_id: string }) => callAs({ ctx: w.ctx, guild_id }, w.owner.id);
const ofTeamAlone =
  '2 tickets come from panels that are not in this server, so everybody on the Default team will be able to read them. Until now, other teams alone could read the tickets of Orders.';

beforeAll(async () => {
  w = await startTicketWorld();
  const from = await addServer(w);
  await fillServer(w, from);
  await w.ctx.db.deleteFrom('transcript_retention').execute();
  await w.ctx.db
    .updateTable('tickets')
    .set({ closed_at: new Date(Date.now() - 400 * 86_400_000) })
    .where('guild_id', '=', from.guild_id)
    .where('status', '=', 'closed')
    .execute();
  archive = await archiveOf(w.ctx, from.guild_id);
  const kept = { guild_id: from.guild_id, days: 30, changed_by: w.owner.id, changed_at: new Date() };
  await w.ctx.db.insertInto('transcript_retention').values(kept).execute();
  with_retention = await archiveOf(w.ctx, from.guild_id);
});
afterAll(() => w[Symbol.asyncDispose]());
beforeEach(async () => {
  to = await addServer(w);
});

const panelsOfTickets = async () =>
  (
    await w.ctx.db
      .selectFrom('tickets')
      .where('guild_id', '=', to.guild_id)
      .select('panel_id')
      .orderBy('ticket_id')
      .execute()
  ).map(({ panel_id }) => panel_id);
/** What was said before the import. */
const notesOf = ({ report }: { report: unknown }) => (report as StoredReport).notes; // as the check stores it

const logged = async () =>
  (await listRuns(await ownerOf(to), to.guild_id)).flatMap(({ logs }) => logs.map(({ message }) => message));

test('who will be able to read tickets whose panel is not here is said before they are imported, and they get it back once it is', async () => {
  const owner = await ownerOf(to);
  for (const title of ['One', 'Two', 'Three'])
    await buildPanel(w.ctx, { guild_id: to.guild_id, title, channel_id: to.lobby });
  Object.assign(w.ctx.config, { premium: 'entitlements' });
  const first = await importArchive(owner, to.guild_id, archive);
  Object.assign(w.ctx.config, { premium: 'everyone' });
  expect(notesOf(first)).toContainEqual(expect.stringContaining(ofTeamAlone));
  expect(await logged()).toContainEqual(
    expect.stringMatching(/^\d tickets have no panel here, so everybody on the Default team can read them$/),
  );
  expect(new Set(await panelsOfTickets())).toEqual(new Set([null]));
  const second = await importArchive(owner, to.guild_id, archive);
  expect(notesOf(second).join()).not.toContain('Default team');
  expect(await logged()).toContainEqual(expect.stringMatching(/^\d tickets were given their panels$/));
  expect((await panelsOfTickets()).filter((panel_id) => panel_id !== null)).not.toEqual([]);
});

test('nothing is said of that where the panel comes along', async () => {
  const done = await importArchive(await ownerOf(to), to.guild_id, archive);
  expect(notesOf(done).join()).not.toContain('Default team');
});

test('that transcripts are older than the server keeps them, and that tickets are here already, is said before the import', async () => {
  const owner = await ownerOf(to);
  await keepTranscriptsFor(owner, to.guild_id, { days: 30 });
  const first = await importArchive(owner, to.guild_id, archive, { field: 'transcripts_file' });
  expect(notesOf(first)).toContainEqual(
    expect.stringMatching(
      /^This server keeps transcripts for 30 days\. \d transcripts? in the archive (is|are) older/,
    ),
  );
  const second = await importArchive(owner, to.guild_id, archive, { field: 'transcripts_file' });
  expect(notesOf(second).join()).not.toContain('keeps transcripts');
  expect(notesOf(second)).toContainEqual(
    expect.stringMatching(/^\d tickets are here already\. They stay as they are/),
  );
});

test('that is said as well where the archive itself brings for how long transcripts are kept, and not where the server keeps its own rule', async () => {
  const owner = await ownerOf(to);
  const first = await importArchive(owner, to.guild_id, with_retention);
  expect(notesOf(first).join()).toContain('This server keeps transcripts for 30 days.');
  to = await addServer(w);
  await buildTicket(w.ctx, { guild_id: to.guild_id, opener_id: w.member.user.id, status: 'closed' });
  const second = await importArchive(await ownerOf(to), to.guild_id, with_retention);
  expect(notesOf(second).join()).not.toContain('keeps transcripts');
});
