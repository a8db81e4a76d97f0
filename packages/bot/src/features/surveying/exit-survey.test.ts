import { randomBytes } from 'node:crypto';
import { removeForm } from '@tickets/core/forms/forms';
import { answerSurvey } from '@tickets/core/tickets/closing/exit-survey';
import { callAs, callOf } from '@tickets/testkit/data/access';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let w: BotWorld;
let archive: string;
beforeEach(async () => {
  w = await startBotWorld();
  archive = w.sim.world.addChannel({ guild_id: w.guild_id, name: 'archive' }).id;
  await w.settings({ archive_channel: archive, feedback_enabled: true, close_confirmation: false });
});
afterEach(() => w[Symbol.asyncDispose]());

const newCustomId = () => randomBytes(15).toString('hex');

const twoQuestions = [
  { label: 'What was good?', required: true },
  { label: 'What was bad?', required: false },
];

async function addSurvey(questions: { label: string; required: boolean }[]): Promise<number> {
  const { form_id } = await w.ctx.db
    .insertInto('forms')
    .values({ guild_id: w.guild_id, title: 'How did we do?', custom_id: newCustomId() })
    .returning('form_id')
    .executeTakeFirstOrThrow();
  await w.ctx.db
    .insertInto('form_inputs')
    .values(
      questions.map((question, index) => ({
        ...question,
        form_id,
        custom_id: newCustomId(),
        position: index + 1,
        style: 2,
        max_length: 1024,
      })),
    )
    .execute();
  return form_id;
}

/** A ticket of a panel with a survey, which staff have closed. */
async function closedTicket({ wrote = true, questions = twoQuestions } = {}) {
  const exit_survey_form_id = await addSurvey(questions);
  const { message, row } = await w.panel({ exit_survey_form_id });
  const { ticket, channel } = await w.opened(await w.member.click(message, 'Get help'));
  if (wrote) await w.member.write(channel, 'Where is my bread?');
  await w.bot.settled();
  await saidIn(await w.staff.goes(channel).slash('close'));
  await w.member.eventually(() => notice(), 'the direct message');
  await w.owner.eventually(() => inArchive(), 'the archive message');
  await w.bot.settled();
  return { ticket, row, exit_survey_form_id };
}

const notice = () => w.member.directMessages(w.bot_id)[0]!;
const inArchive = () => w.sim.world.messages.in('channel', archive)[0]!;
const has = (message: { components: unknown }, text: string) =>
  JSON.stringify(message.components).includes(text);

const answersOf = (ticket_id: number) =>
  w.ctx.db
    .selectFrom('ticket_answers')
    .where('guild_id', '=', w.guild_id)
    .where('ticket_id', '=', ticket_id)
    .where('kind', '=', 'exit_survey')
    .select(['label', 'value'])
    .orderBy('position')
    .execute();

describe('the exit survey', () => {
  test('is offered with the thanks for a rating, its answers are kept, and staff read them', async () => {
    const { ticket } = await closedTicket();
    expect(has(notice(), 'Complete survey')).toBe(false);
    const thanks = await w.member.click(notice(), '5');
    expect(await saidIn(thanks)).toContain('feedback has been recorded');
    expect(has(notice(), 'Complete survey')).toBe(true);
    expect(has(inArchive(), 'View Exit Survey')).toBe(false);

    const asked = await w.member.click(notice(), 'Complete survey');
    expect(asked).toMatchObject({ kind: 'modal', modal: { title: 'How did we do?' } });
    const sent = await w.member.submitModal({ 'What was good?': 'The **crust**', 'What was bad?': '' });
    expect(await saidIn(sent)).toContain('Thank you!');
    expect(await answersOf(ticket.ticket_id)).toEqual([
      { label: 'What was good?', value: 'The **crust**' },
      { label: 'What was bad?', value: '' },
    ]);

    expect(await saidIn(await w.other.click(inArchive(), 'View Exit Survey'))).toContain(
      'Only support staff',
    );
    const read = await saidIn(await w.staff.click(inArchive(), 'View Exit Survey'));
    expect(read).toContain('What was good?\nThe \\*\\*crust\\*\\*\nWhat was bad?\nN/A');
  });

  test.each([800, 942, 945])(
    'is read however full its answers are (%i signs in one of them)',
    async (signs) => {
      const questions = ['Q1', 'Q2', 'Q3', 'Q4', 'Q5'].map((label) => ({ label, required: true }));
      await closedTicket({ questions });
      await saidIn(await w.member.click(notice(), '5'));
      await w.member.click(notice(), 'Complete survey');
      const answers = Object.fromEntries(
        questions.map(({ label }) => [label, '*'.repeat(label === 'Q3' ? signs : 1024)]),
      );
      expect(await saidIn(await w.member.submitModal(answers))).toContain('Thank you!');
      const read = await saidIn(await w.staff.click(inArchive(), 'View Exit Survey'));
      expect(read).toMatch(/exit survey.*#1/i);
      expect(read).toContain('\\*'.repeat(512));
    },
  );

  test('that is sent several times at once is kept once, as one of them says', async () => {
    const { ticket, exit_survey_form_id } = await closedTicket();
    const inputs = await w.ctx.db
      .selectFrom('form_inputs')
      .where('form_id', '=', exit_survey_form_id)
      .select('custom_id')
      .execute();
    const call = await callAs(w, w.member.id);
    const shown_at = new Date();
    const send = (said: string) =>
      answerSurvey(call, ticket, { values: new Map(inputs.map((one) => [one.custom_id, said])), shown_at });
    await Promise.all(['One', 'Two', 'Three', 'Four'].map(send));
    const kept = (await answersOf(ticket.ticket_id)).map(({ value }) => value);
    expect(kept).toHaveLength(2);
    expect(new Set(kept).size).toBe(1);
  });

  test('is not for staff of other panels', async () => {
    const { row } = await closedTicket();
    await saidIn(await w.member.click(notice(), '5'));
    await w.member.click(notice(), 'Complete survey');
    await saidIn(await w.member.submitModal({ 'What was good?': 'The crust', 'What was bad?': '' }));
    await w.ctx.db
      .updateTable('panels')
      .set({ default_team: false })
      .where('panel_id', '=', row.panel_id)
      .execute();
    const refused = await saidIn(await w.staff.click(inArchive(), 'View Exit Survey'));
    expect(refused).toContain('permission');
    expect(refused).not.toContain('The crust');
  });

  test('is neither filled in nor read from messages about another ticket that had its number, as after a restore', async () => {
    const answers = { 'What was good?': 'The crust', 'What was bad?': '' };
    await closedTicket();
    await saidIn(await w.member.click(notice(), '5'));
    await w.member.click(notice(), 'Complete survey');
    await saidIn(await w.member.submitModal(answers));
    const [told, archived] = [notice(), inArchive()];
    await w.member.click(told, 'Complete survey');
    await w.forgetTickets();
    const notKnown = 'belongs to a ticket that is no longer known here';
    expect(await saidIn(await w.member.submitModal(answers))).toContain(notKnown);
    const { ticket } = await closedTicket();
    expect(ticket.ticket_id).toBe(1);
    expect(await saidIn(await w.member.click(told, 'Complete survey'))).toContain(notKnown);
    expect(await saidIn(await w.staff.click(archived, 'View Exit Survey'))).toContain(notKnown);
    expect(await answersOf(1)).toEqual([]);
  });

  test('that is filled in again replaces the first answers', async () => {
    const { ticket } = await closedTicket();
    await saidIn(await w.member.click(notice(), '4'));
    for (const text of ['The crust', 'The crumb']) {
      await w.member.click(notice(), 'Complete survey');
      await saidIn(await w.member.submitModal({ 'What was good?': text, 'What was bad?': '' }));
    }
    expect((await answersOf(ticket.ticket_id))[0]).toMatchObject({ value: 'The crumb' });
  });

  test('is offered at once where the server wants no ratings', async () => {
    await w.settings({ feedback_enabled: false });
    await closedTicket({ wrote: false });
    expect(has(notice(), 'Complete survey')).toBe(true);
  });

  test('is neither offered nor taken without premium', async () => {
    await closedTicket();
    await saidIn(await w.member.click(notice(), '5'));
    Object.assign(w.ctx.config, { premium: 'entitlements' });
    expect(await saidIn(await w.member.click(notice(), 'Complete survey'))).toContain('no exit survey');
    await saidIn(await w.member.click(notice(), '4'));
    expect(has(notice(), 'Complete survey')).toBe(false);
  });

  test('keeps what was written into a form that was deleted meanwhile, and is then offered no more', async () => {
    const { ticket, exit_survey_form_id } = await closedTicket();
    await saidIn(await w.member.click(notice(), '5'));
    await w.member.click(notice(), 'Complete survey');
    await removeForm(callOf(w.ctx), w.guild_id, exit_survey_form_id);
    const sent = await w.member.submitModal({ 'What was good?': 'The crust', 'What was bad?': '' });
    expect(await saidIn(sent)).toContain('Thank you!');
    expect((await answersOf(ticket.ticket_id))[0]).toEqual({ label: 'What was good?', value: 'The crust' });
    expect(has(notice(), 'Complete survey')).toBe(false);
  });
});
