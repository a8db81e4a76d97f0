import { randomUUID } from 'node:crypto';
import { deletedUser, erasedWords } from '@tickets/contract/platform/names';
import { eraseMessages } from '@tickets/core/personal-data/erasure/messages';
import { personOf } from '@tickets/core/personal-data/erasure/person';
import { erasureSteps } from '@tickets/core/personal-data/erasure/steps';
import { askForErasure } from '@tickets/core/personal-data/requests';
import { findRequest, workOnRequest, workOnStep } from '@tickets/core/personal-data/work';
import { backfillTicket } from '@tickets/core/tickets/conversation/backfill';
import { listLinks, makeLink, openLink } from '@tickets/core/transcripts/links';
import { removeTranscript } from '@tickets/core/transcripts/removal';
import { removeOldTranscripts } from '@tickets/core/transcripts/retention';
import type { SimChannel } from '@tickets/discord-sim/world/entities';
import { callAs } from '@tickets/testkit/data/access';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { settleAll } from '@tickets/testkit/worlds/effects';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

// What fails here on purpose is reported.
allowWarning(/"msg":"(a ticket could not be closed in Discord now|a reopened thread could not be read)/);

/** What was removed from a closed ticket, and what the thread of it still holds in Discord. */
let w: BotWorld;
let key: { guild_id: string; ticket_id: number };
let thread: SimChannel;

beforeEach(async () => {
  w = await startBotWorld();
  await w.settings({ use_threads: true, ticket_notification_channel: w.notices.id });
  const { ticket, channel } = await w.openTicket();
  key = { guild_id: w.guild_id, ticket_id: ticket.ticket_id };
  thread = channel;
});
afterEach(() => w[Symbol.asyncDispose]());

async function close() {
  await w.owner.goes(thread).slash('close', { reason: 'Done' });
  await isClosed();
}

async function isClosed() {
  await vi.waitFor(async () => expect(await w.ticket(key.ticket_id)).toMatchObject({ status: 'closed' }), {
    timeout: 10_000,
  });
  await w.bot.settled();
}

async function reopen(who = w.member) {
  const said = await saidIn(await who.goes(w.lobby).slash('reopen', { ticket_id: `#${key.ticket_id}` }));
  expect(said).toContain('open again');
  await w.bot.settled();
}

async function eraseAll({ id }: { id: string }) {
  for (const step of erasureSteps) await step(w.ctx, await personOf(w.ctx.db, id), async () => undefined);
}

const kept = async () =>
  (
    await w.ctx.db
      .selectFrom('ticket_messages')
      .where('ticket_id', '=', key.ticket_id)
      .where('content', '<>', '')
      .select('content')
      .orderBy('message_id')
      .execute()
  ).map(({ content }) => content);

/** What bots said, too. */
const everythingKept = async () =>
  JSON.stringify(
    await w.ctx.db
      .selectFrom('ticket_messages')
      .where('ticket_id', '=', key.ticket_id)
      .select(['content', 'embeds'])
      .execute(),
  );

const files = async () =>
  (
    await w.ctx.db
      .selectFrom('ticket_attachments')
      .where('ticket_id', '=', key.ticket_id)
      .select('filename')
      .execute()
  ).map(({ filename }) => filename);

const byOwner = () => callAs(w, w.owner.id);

/** As if time had passed since it was closed. */
async function removeOld() {
  await w.ctx.db
    .insertInto('transcript_retention')
    .values({ guild_id: w.guild_id, days: 1, changed_by: w.owner.id, changed_at: new Date() })
    .execute();
  await w.ctx.db
    .updateTable('tickets')
    .set({ closed_at: new Date(Date.now() - 2 * 24 * 3_600_000) })
    .execute();
  await removeOldTranscripts(w.ctx);
}

test.each([
  { because: 'somebody deleted it', remove: async () => removeTranscript(await byOwner(), key) },
  { because: 'it was kept for long enough', remove: removeOld },
])(
  'a transcript that is gone because $because stays gone when its thread is reopened',
  async ({ remove }) => {
    const passport = { name: 'passport.txt', content_type: 'text/plain', bytes: Buffer.from('Pier 4') };
    await w.member.write(thread, 'I live at Pier 4', { files: [passport] });
    await w.bot.settled();
    await close();
    expect(await kept()).toContain('I live at Pier 4');
    await remove();
    await reopen();
    expect(await kept()).toEqual([]);
    await w.member.write(thread, 'The boat is dry');
    await w.bot.settled();
    await close();
    expect(await kept()).toContain('The boat is dry');
    expect(await kept()).not.toContain('I live at Pier 4');
    expect(await files()).toEqual([]);
  },
);

describe('words that their author had erased do not come back when a thread is reopened', () => {
  beforeEach(async () => {
    await saidIn(await w.member.goes(thread).slash('add', { user_or_role: w.other.id }));
    await w.bot.settled();
    await w.other.write(thread, 'My name is Finn');
    await w.bot.settled();
  });
  const erase = async () => eraseMessages(w.ctx, await personOf(w.ctx.db, w.other.id), async () => undefined);

  test('before its transcript was deleted', async () => {
    await close();
    await erase();
    await removeTranscript(await byOwner(), key);
    await reopen();
    expect(await kept()).toEqual([]);
  });

  test.each(['before', 'after'])('%s it was closed in a server that keeps no transcripts', async (when) => {
    await w.settings({ store_transcripts: false });
    if (when === 'before') await erase();
    await close();
    if (when === 'after') await erase();
    await reopen();
    expect(await kept()).not.toContain('My name is Finn');
  });

  test('nor when somebody pins a message in which they were mentioned', async () => {
    const mention = await w.member.write(thread, `Ask <@${w.other.id}>`);
    await w.bot.settled();
    await eraseAll(w.other);
    expect(await everythingKept()).not.toContain(w.other.id);
    await w.ctx.discord.api.channels.pinMessage(thread.id, mention.id);
    await w.bot.settled();
    expect(await everythingKept()).not.toContain(w.other.id);
    await w.member.edit(mention, 'Ask somebody else');
    await w.bot.settled();
    expect(await kept()).toContain('Ask somebody else');
  });

  test('and nobody hides what was said by writing what stands in place of somebody who was erased', async () => {
    await w.settings({ store_transcripts: false });
    await w.member.write(thread, `Thanks <@${deletedUser.id}>`);
    await w.bot.settled();
    await close();
    await reopen();
    expect(await kept()).toContain('My name is Finn');
  });

  test('while those of others do, in a server that keeps no transcripts', async () => {
    await w.settings({ store_transcripts: false });
    await close();
    expect(await kept()).toEqual([]);
    await reopen();
    expect(await kept()).toContain('My name is Finn');
  });
});

describe('in a server that keeps no transcripts, a thread that is reopened', () => {
  beforeEach(() => w.settings({ store_transcripts: false }));

  async function withGuest() {
    await saidIn(await w.member.goes(thread).slash('add', { user_or_role: w.other.id }));
    await w.bot.settled();
  }

  test('has no words of a guest who was erased while its closing waited for Discord', async () => {
    await withGuest();
    await w.other.write(thread, 'My name is Finn');
    await w.bot.settled();
    w.sim.faults.next({ method: 'PATCH', route: '/channels/:channel', kind: 500, times: 6 });
    await w.owner.goes(thread).slash('close', { reason: 'Done' });
    await w.bot.settled();
    expect(await w.ticket(key.ticket_id)).toMatchObject({ status: 'closing' });
    expect(await kept()).toEqual([]);
    await eraseAll(w.other);
    await vi.waitFor(async () => {
      await settleAll(w.ctx);
      expect(await w.ticket(key.ticket_id)).toMatchObject({ status: 'closed' });
    }, 10_000);
    await reopen();
    expect(await kept()).not.toContain('My name is Finn');
  });

  test('has no mentions of a guest who was erased and never wrote', async () => {
    await withGuest();
    await w.member.write(thread, `Ask <@${w.other.id}>`);
    await w.bot.settled();
    await close();
    await eraseAll(w.other);
    await reopen();
    expect(await everythingKept()).not.toContain(w.other.id);
  });

  test('has no mentions of staff who claimed or closed it, and were erased', async () => {
    await w.member.write(thread, `Ask <@${w.staff.id}>`);
    await w.bot.settled();
    await w.staff.goes(thread).slash('close', { reason: 'Done' });
    await isClosed();
    await eraseAll(w.staff);
    await reopen();
    expect(await everythingKept()).not.toContain(w.staff.id);
  });

  test.each(['before', 'after'])(
    'has no mentions of somebody who was erased %s it was closed in between',
    async (when) => {
      await w.settings({ store_transcripts: true });
      await w.member.write(thread, `Ask <@${w.other.id}>`);
      await w.bot.settled();
      if (when === 'after') {
        await close();
        await eraseAll(w.other);
        await reopen();
      } else await eraseAll(w.other);
      await w.settings({ store_transcripts: false });
      await close();
      await reopen();
      expect(await everythingKept()).not.toContain(w.other.id);
    },
  );

  test('has no quote of the message that it was started from, once the author of it was erased', async () => {
    await w.settings({ context_menu_add_sender: false });
    const message = await w.other.write(w.lobby, 'My name is Finn');
    const { ticket, channel } = await w.opened(await w.staff.contextMenu('Start Ticket', message));
    key = { guild_id: w.guild_id, ticket_id: ticket.ticket_id };
    thread = channel;
    await w.bot.settled();
    await close();
    await eraseAll(w.other);
    await reopen(w.staff);
    expect(await everythingKept()).not.toContain('My name is Finn');
  });
});

describe('an erasure during which somebody reopens a thread by hand', () => {
  const steps = erasureSteps.map((_, step) => step + 1);
  const reopenByHand = async () => {
    await w.ctx.discord.api.channels.edit(thread.id, { archived: false, locked: false });
    await vi.waitFor(async () => expect(await w.ticket(key.ticket_id)).toMatchObject({ status: 'open' }));
    await w.bot.settled();
  };
  const eraseAround = async ({ id }: { id: string }, step: number) => {
    const { request_id } = await askForErasure(w.ctx, id, { now: true });
    for (let done = 0; done < step; done += 1) await workOnStep(w.ctx, request_id);
    await reopenByHand();
    expect(await workOnRequest(w.ctx, { request_id })).toBe(true);
    expect(await findRequest(w.ctx, request_id)).toMatchObject({ state: 'done' });
  };

  test.each(steps)('after its step %i leaves nothing of the opener, nor of who claimed it', async (step) => {
    const claimed = { claimed_by: w.member.id, claimed_at: new Date() };
    const subject_author_id = w.member.id;
    await w.ctx.db
      .updateTable('tickets')
      .set({ ...claimed, subject: 'My parcel', subject_author_id })
      .execute();
    await w.member.write(thread, 'I live at Pier 4');
    await w.bot.settled();
    await close();
    await eraseAround(w.member, step);
    expect(await kept()).not.toContain('I live at Pier 4');
    const { opener_id, claimed_by, subject } = (await w.ticket(key.ticket_id)) ?? {};
    expect({ opener_id, claimed_by, subject }).toEqual({
      opener_id: deletedUser.id,
      claimed_by: deletedUser.id,
      subject: erasedWords,
    });
    expect(await everythingKept()).not.toContain(w.member.id);
  });

  test('leaves nothing of a guest, also where the thread is only read when Discord answers again', async () => {
    await w.settings({ store_transcripts: false });
    await saidIn(await w.member.goes(thread).slash('add', { user_or_role: w.other.id }));
    await w.other.write(thread, 'My name is Finn');
    await w.bot.settled();
    await close();
    w.sim.faults.next({ method: 'GET', route: '/channels/:channel/messages', kind: 500, times: 8 });
    await eraseAround(w.other, 1);
    w.sim.faults.clear();
    await backfillTicket(w.ctx, { ...key, channel_id: thread.id }, { depth: 'everything' });
    expect(await kept()).not.toContain('My name is Finn');
  });

  test.each(steps)(
    'after its step %i leaves nothing of a guest where no transcript is kept',
    async (step) => {
      await w.settings({ store_transcripts: false });
      await saidIn(await w.member.goes(thread).slash('add', { user_or_role: w.other.id }));
      await w.other.write(thread, 'My name is Finn');
      await w.bot.settled();
      await close();
      await eraseAround(w.other, step);
      expect(await kept()).not.toContain('My name is Finn');
      expect(await everythingKept()).not.toContain(w.other.id);
    },
  );
});

test('an erasure ends though bots go on writing in a ticket that its person has opened again meanwhile', async () => {
  await w.settings({ use_threads: false });
  const { ticket, channel } = await w.opened(
    await w.member.goes(w.lobby).slash('open', { subject: 'My bread' }),
  );
  key = { guild_id: w.guild_id, ticket_id: ticket.ticket_id };
  thread = channel;
  await w.ctx.db.deleteFrom('tickets').where('ticket_id', '<>', key.ticket_id).execute();
  await close();
  const { request_id } = await askForErasure(w.ctx, w.member.id, { now: true });
  await workOnStep(w.ctx, request_id);
  await reopen(w.owner);
  const later = await w.ctx.db
    .selectFrom('tickets')
    .where('status', '=', 'open')
    .selectAll()
    .executeTakeFirstOrThrow();
  let isOver = false;
  const bots = (async () => {
    while (!isOver) {
      await w.ctx.discord.api.channels.createMessage(String(later.channel_id), { content: 'Beep' });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  expect(await workOnRequest(w.ctx, { request_id })).toBe(true);
  isOver = true;
  await bots;
  expect(await findRequest(w.ctx, request_id)).toMatchObject({ state: 'done' });
  expect(await w.ticket(later.ticket_id)).toMatchObject({ opener_id: deletedUser.id, subject: erasedWords });
});

test('nothing that an erasure changes is told to webhooks', async () => {
  await w.ctx.db
    .insertInto('outgoing_webhooks')
    .values({
      webhook_id: randomUUID(),
      guild_id: w.guild_id,
      url: 'https://desk.example',
      events: ['ticket.reopened', 'ticket.claimed', 'ticket.unclaimed', 'ticket.renamed'],
      secret: Buffer.of(1),
      made_by: w.owner.id,
    })
    .execute();
  await w.ctx.db.updateTable('tickets').set({ claimed_by: w.member.id, claimed_at: new Date() }).execute();
  await close();
  const { request_id } = await askForErasure(w.ctx, w.member.id, { now: true });
  await workOnStep(w.ctx, request_id);
  await w.ctx.discord.api.channels.edit(thread.id, { archived: false, locked: false });
  await vi.waitFor(async () => expect(await w.ticket(key.ticket_id)).toMatchObject({ status: 'open' }));
  await workOnRequest(w.ctx, { request_id });
  const told = await w.ctx.db.selectFrom('outgoing_deliveries').select(['event', 'data']).execute();
  expect(told.filter(({ event }) => event !== 'ticket.reopened')).toEqual([]);
  expect(JSON.stringify(told)).not.toContain(w.member.id);
});

test('a link to a transcript ends when its thread is reopened, and shows nothing that is written then', async () => {
  await w.member.write(thread, 'It leaks');
  await w.bot.settled();
  await close();
  const { url } = await makeLink(await byOwner(), key, { days: 30 });
  const token = url.split('#')[1] ?? '';
  await openLink(w.ctx, token);
  await reopen();
  await w.member.write(thread, 'My card is 4111');
  await w.bot.settled();
  await close();
  await expect(openLink(w.ctx, token)).rejects.toMatchObject({ code: 'transcript.link_gone' });
  expect(await listLinks(await byOwner(), key)).toMatchObject([{ works: false, revoked_by: null }]);
});

test('what was removed stays away, and a link ends, also when the thread is reopened while the bot is away', async () => {
  await w.member.write(thread, 'I live at Pier 4');
  await w.bot.settled();
  await close();
  const { url } = await makeLink(await byOwner(), key, { days: 30 });
  await removeTranscript(await byOwner(), key);
  await w.bot.stop();
  await w.ctx.discord.api.channels.edit(thread.id, { archived: false, locked: false });
  await w.member.write(thread, 'Now at Pier 5');
  await w.restart();
  await w.bot.settled();
  await vi.waitFor(async () => expect(await kept()).toContain('Now at Pier 5'), 8_000);
  expect(await kept()).not.toContain('I live at Pier 4');
  await expect(openLink(w.ctx, url.split('#')[1] ?? '')).rejects.toMatchObject({
    code: 'transcript.link_gone',
  });
});
