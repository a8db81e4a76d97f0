import type { Outcome } from '@tickets/discord-sim/people/outcome';
import { buildForm } from '@tickets/testkit/data/factories';
import { writeDownStatements } from '@tickets/testkit/database/statements';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { afterAll, beforeAll, expect, test } from 'vitest';

// What fails here on purpose is reported.
allowWarning(/"msg":"(Cron hit an error; restarting in)/);

const statements = writeDownStatements();
let w: BotWorld;
let open: Awaited<ReturnType<BotWorld['openTicket']>>;
beforeAll(async () => {
  // Where premium is not everyone's, it has to be asked for as well.
  w = await startBotWorld({ config: { premium: 'entitlements' }, through: statements.through });
  // In the first ticket of a server the bot asks Discord which roles it has there.
  open = await w.openTicket();
});
afterAll(() => w[Symbol.asyncDispose]());

/** What is asked of the database for something, with what the bot's own work makes Discord tell. */
async function askedFor(act: () => Promise<Outcome>): Promise<string[]> {
  await w.bot.settled();
  statements.taken();
  const outcome = await act();
  if (outcome.kind !== 'modal') await saidIn(outcome);
  await w.bot.settled();
  // The notice of the pin comes after the pin, and its end after it.
  await w.bot.settled();
  return statements.taken();
}

/** How each fact is asked for. */
const facts = {
  settings: /left join "guild_settings"/,
  premium: /from entitlements/,
  access: /staff_overrides/,
  member: /insert into guild_members/,
  panel: /from "?panels"? where "?guild_id"?/,
  panel_access: /from "panel_access_rules"/,
  blacklist: /^\s*select 'user' as kind/,
  admission: /json_build_object\('ticket_id'/,
  names: /from users where user_id = any/,
};

/**
 * Leaves out the two that write a message down. Discord may tell of the bot's own message before or after the bot has written
 * down the answer to its call: whoever is the later of the two finds the message there, at best before they take the lock.
 */
const withoutWriting = (asked: readonly string[]) =>
  asked.filter((text) => !/"t"\."forgotten_up_to"|^with "met" as/.test(text));

const timesAsked = (asked: readonly string[]) =>
  Object.fromEntries(
    Object.entries(facts).map(([name, how]) => [name, asked.filter((text) => how.test(text)).length]),
  );

test('a press asks for each fact once, and for half of what it once did', async () => {
  const { message } = await w.panel({ title: 'Orders' });
  const asked = withoutWriting(await askedFor(() => w.member.click(message, 'Get help')));
  expect(timesAsked(asked)).toEqual({
    settings: 1,
    premium: 1,
    access: 1,
    member: 1,
    panel: 1,
    panel_access: 1,
    blacklist: 1,
    admission: 1,
    names: 0,
  });
  // The gateway tells again of the channel, and of the message when it is pinned; nothing else comes twice.
  const repeated = asked.filter((text, index) => asked.indexOf(text) !== index);
  expect(repeated.sort()).toEqual([
    expect.stringContaining(
      'from "tickets" as "t" where "guild_id" = $2 and "channel_id" = $3 and not coalesce',
    ),
    expect.stringContaining('insert into guild_channels'),
  ]);
  // It was 64.
  expect(asked.length).toBeLessThanOrEqual(29);
});

test('a press that shows a form, and the form, ask for each fact once', async () => {
  const form = await buildForm(w.ctx, {
    guild_id: w.guild_id,
    questions: [{ label: 'What happened?' }],
  });
  const { message } = await w.panel({ form_id: form.form_id });
  const shown = await askedFor(() => w.other.click(message, 'Get help'));
  const once = { settings: 1, access: 1, member: 1, panel: 1, blacklist: 1, admission: 1 };
  expect(timesAsked(shown)).toMatchObject(once);
  // It was 16.
  expect(shown.length).toBeLessThanOrEqual(10);

  const [question] = form.inputs;
  const sent = withoutWriting(
    await askedFor(() => w.other.submitModal({ [question?.custom_id ?? '']: 'It broke' })),
  );
  expect(timesAsked(sent)).toMatchObject(once);
  // It was 66.
  expect(sent.length).toBeLessThanOrEqual(31);
});

test('a claim and a close ask for settings, premium and the caller once, and a claim for the caller again under its lock and for the settings once it is written', async () => {
  const { channel } = open;
  const once = { settings: 1, premium: 1, access: 1, member: 1 };
  const claim = timesAsked(await askedFor(() => w.staff.slash('claim', {}, channel)));
  expect(claim).toMatchObject({ ...once, access: 2, settings: 2 });
  expect(timesAsked(await askedFor(() => w.staff.slash('close', {}, channel)))).toMatchObject(once);
});
