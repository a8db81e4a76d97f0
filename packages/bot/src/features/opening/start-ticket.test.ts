import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, saidIn, startBotWorld, textOf } from '@tickets/testkit/worlds/bot-world';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

// What fails here on purpose is reported.
allowWarning(/"msg":"(a step of opening a ticket failed)/);

let w: BotWorld;
beforeEach(async () => {
  w = await startBotWorld();
});
afterEach(() => w[Symbol.asyncDispose]());

const menu = 'Start Ticket';

describe('starting a ticket from a message', () => {
  test('quotes the message, lets its author in, and says there where the conversation goes on', async () => {
    const message = await w.other.write(w.lobby, 'My bread ```is``` cold @everyone');
    const { ticket, channel } = await w.opened(await w.staff.contextMenu(menu, message));
    expect(ticket).toMatchObject({ source: 'context_menu', opener_id: w.staff.id, panel_id: null });
    expect(ticket.subject).toBe('My bread ```is``` cold @everyone');
    expect([w.other.sees(channel), w.member.sees(channel)]).toEqual([true, false]);
    const [welcome] = w.staff.messages(channel);
    const text = textOf(welcome!); // the first message
    expect(text).toContain(`https://discord.com/channels/${w.guild_id}/${w.lobby.id}/${message.id}`);
    expect(text).toContain(`<@${w.other.id}> in <#${w.lobby.id}>`);
    expect(welcome).toMatchObject({ mention_everyone: false, mentions: [] });
    const answer = w.member.messages(w.lobby).at(-1);
    expect(answer?.message_reference?.message_id).toBe(message.id);
    expect(textOf(answer!)).toBe(`Conversation has been moved to a ticket: <#${channel.id}>`); // just read
  });

  test('quotes nothing but text, however many backticks it has, and cuts no sign in half', async () => {
    const message = await w.other.write(w.lobby, `${'`'.repeat(101)}${'😀'.repeat(940)}`);
    const { channel } = await w.opened(await w.staff.contextMenu(menu, message));
    const [welcome] = w.staff.messages(channel);
    const quoted = welcome?.embeds.at(-1)?.description ?? '';
    const [, text = '', after] = quoted.split('```');
    expect(text.replaceAll('\u200b', '').trim()).toMatch(/^`{101}(😀)+…?$/u);
    expect([after, quoted.isWellFormed()]).toEqual(['', true]);
  });

  test('leaves the author out where the settings say so', async () => {
    await w.settings({ context_menu_add_sender: false });
    const message = await w.other.write(w.lobby, 'hello');
    const { channel } = await w.opened(await w.staff.contextMenu(menu, message));
    expect(w.other.sees(channel)).toBe(false);
  });

  test('uses the panel of the settings', async () => {
    const { row } = await w.panel({ title: 'From a message' });
    await w.settings({ context_menu_panel: row.panel_id });
    const message = await w.other.write(w.lobby, 'hello');
    const { ticket, channel } = await w.opened(await w.staff.contextMenu(menu, message));
    expect(ticket).toMatchObject({ panel_id: row.panel_id, subject: 'From a message' });
    expect(channel.topic).toBe('From a message');
  });

  test('opens a ticket for each message, however quickly and whatever it says, and one for the same message', async () => {
    const { row } = await w.panel({ title: 'From a message' });
    for (const context_menu_panel of [null, row.panel_id]) {
      await w.settings({ context_menu_panel });
      const before = (await w.tickets()).length;
      const messages = [await w.other.write(w.lobby, 'hello'), await w.other.write(w.lobby, 'hello')];
      for (const message of [...messages, ...messages])
        await saidIn(await w.staff.contextMenu(menu, message));
      const opened = (await w.tickets()).slice(before);
      expect(opened.map(({ origin }) => origin)).toEqual(
        messages.map(({ id }) => expect.objectContaining({ message_id: id })),
      );
    }
  });

  test('is for those whom the level in the settings allows', async () => {
    const message = await w.other.write(w.lobby, 'hello');
    const { guild_id } = w;
    const admin = w.addMember('ada');
    // Who joins comes as nobody, so the bot has to have heard of them before.
    await w.bot.settled();
    await w.ctx.db.insertInto('permissions').values({ guild_id, user_id: admin.id, admin: true }).execute();
    for (const [level, allowed] of [
      [2, [admin]],
      [1, [w.staff]],
      [0, [w.member]],
    ] as const) {
      await w.settings({ context_menu_permission_level: level });
      for (const person of allowed) await w.opened(await person.contextMenu(menu, message));
      if (level > 0)
        expect(await saidIn(await w.member.contextMenu(menu, message))).toContain(
          'You may not start tickets',
        );
      if (level > 1)
        expect(await saidIn(await w.staff.contextMenu(menu, message))).toContain('You may not start tickets');
    }
  });

  test('does not answer twice when answers are lost', async () => {
    const message = await w.other.write(w.lobby, 'hello');
    const route = { method: 'POST', route: '/channels/:channel/messages' };
    for (const afterEffect of [true, true]) w.sim.faults.next({ ...route, kind: 500, afterEffect });
    const { channel } = await w.opened(await w.staff.contextMenu(menu, message));
    const said = w.member.messages(w.lobby).filter((one) => textOf(one).includes(channel.id));
    expect(said).toHaveLength(1);
    expect(w.staff.messages(channel).filter(({ type }) => type === 0)).toHaveLength(1);
  });
});
