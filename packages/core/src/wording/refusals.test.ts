import { allowDatabaseError } from '@tickets/testkit/guard/watch';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { askDiscord } from '../platform/discord/ask.ts';
import { NoAnswer } from '../platform/discord/failures.ts';
import { explainRefusal } from './refusals.ts';

// What fails here on purpose is reported.
allowDatabaseError(/22012: division by zero/);

test('an error of the database is not told as an outage of Discord, but silence is', async () => {
  const { ctx, close } = await createTestContext();
  onTestFinished(close);
  const where = { guild_id: '1', needs: 0n };
  const broken = async () => sql`select 1 / 0`.execute(ctx.db);
  const error = await broken().catch((error: unknown) => error);
  await expect(explainRefusal(ctx, error, where)).rejects.toBe(error);
  await expect(askDiscord(broken)).rejects.toMatchObject({ code: '22012' });

  const silence = new NoAnswer(undefined);
  expect(await explainRefusal(ctx, silence, where)).toMatchObject({ code: 'discord.unavailable' });
  await expect(askDiscord(() => Promise.reject(silence))).rejects.toMatchObject({
    code: 'discord.unavailable',
  });
});
