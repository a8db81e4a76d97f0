import { readFile } from 'node:fs/promises';
import { erasedWords } from '@tickets/contract/platform/names';
import {
  buildGuild,
  buildMember,
  buildMessage,
  buildPanel,
  buildTicket,
  randomId,
} from '@tickets/testkit/data/factories';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { findTicket } from '../../tickets/model/find.ts';

const migration = new URL('../../platform/db/migrations/0101_whose_subject.sql', import.meta.url);

test('an upgrade finds out whose words the subjects of earlier tickets are', async () => {
  await using context = await createTestContext();
  const { ctx } = context;
  const { guild_id } = await buildGuild(ctx);
  const opener_id = await buildMember(ctx, { guild_id });
  const author_id = await buildMember(ctx, { guild_id });
  const { panel_id } = await buildPanel(ctx, { guild_id, title: ' Billing ' });
  const ticket = (subject: string, more: object) =>
    buildTicket(ctx, { guild_id, opener_id, subject, status: 'closed', ...more });
  const from = (content: string) => ({
    source: 'context_menu',
    origin: JSON.stringify({ channel_id: '5', message_id: '6', author_id, author_is_bot: false, content }),
  });
  const { ticket_id: started } = await ticket('My bread', from('My bread is cold'));
  const { ticket_id: second } = await ticket('My bread', { source: 'context_menu', continues: started });
  // Written in the dashboard, so Discord knows a webhook alone.
  const channel_id = randomId();
  const { ticket_id: where } = await ticket('Orders', { source: 'panel', channel_id });
  const { message_id } = await buildMessage(ctx, {
    guild_id,
    ticket_id: where,
    author_bot: true,
    author_id: '99999',
    sent_by: author_id,
  });
  const replied = {
    source: 'context_menu',
    origin: JSON.stringify({
      channel_id,
      message_id,
      author_id: '99999',
      author_is_bot: true,
      content: 'My pie',
    }),
  };
  // Whoever wrote this one has been erased since.
  const erased_at = new Date();
  const words = { author_bot: true, author_id: '99999', sent_by: '1', erased_at };
  const { message_id: gone } = await buildMessage(ctx, { guild_id, ticket_id: where, ...words });
  const { ticket_id: left } = await ticket('My jam', {
    source: 'context_menu',
    is_thread: true,
    origin: JSON.stringify({
      channel_id,
      message_id: gone,
      author_id: '99999',
      author_is_bot: true,
      content: 'My jam',
    }),
  });
  const found = {
    [left]: null,
    [where]: null,
    [(await ticket('My pie', replied)).ticket_id]: author_id,
    [started]: author_id,
    [second]: author_id,
    [(await ticket('My bread', { source: 'context_menu', continues: second })).ticket_id]: author_id,
    [(await ticket('Another matter', { source: 'context_menu', continues: started })).ticket_id]: null,
    [(await ticket('My cake', from(''))).ticket_id]: author_id,
    [(await ticket('Billing', { ...from('About Billing'), panel_id })).ticket_id]: null,
    [(await ticket('Removed panel', from('My bread is cold'))).ticket_id]: null,
    [(await ticket('My tea', { source: 'command' })).ticket_id]: opener_id,
    [(await ticket('Kein Betreff angegeben', { source: 'command' })).ticket_id]: null,
    [(await ticket('Billing', { source: 'command', panel_id })).ticket_id]: null,
    [(await ticket('Orders', { source: 'panel' })).ticket_id]: null,
  };
  const [, updates = ''] = (await readFile(migration, 'utf8')).split(
    /(?=-- Who wrote the message)|(?=-- An imported message)/,
  );
  await sql.raw(updates).execute(ctx.db);
  const erased = await findTicket(ctx.db, { guild_id, ticket_id: left });
  expect(erased).toMatchObject({ subject: erasedWords, erased_subject: Buffer.alloc(0) });
  expect(erased?.origin).toMatchObject({ author_id: '1', content: erasedWords });
  // Whatever began with their words follows, also where the ticket is closed.
  const effects = await ctx.db
    .selectFrom('effects')
    .where('kind', '=', 'ticket.greeting')
    .select('key')
    .execute();
  expect(effects).toEqual([{ key: String(left) }]);
  const rows = await ctx.db
    .selectFrom('tickets')
    .where('guild_id', '=', guild_id)
    .select(['ticket_id', 'subject_author_id'])
    .execute();
  expect(Object.fromEntries(rows.map((row) => [row.ticket_id, row.subject_author_id]))).toEqual(found);
});
