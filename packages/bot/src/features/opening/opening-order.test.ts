import type { Panels } from '@tickets/core/platform/db/schema.generated';
import type { Person } from '@tickets/discord-sim/control';
import type { Outcome } from '@tickets/discord-sim/people/outcome';
import { deleteOverwrite, setOverwrite } from '@tickets/discord-sim/world/channels';
import type { SimMessage } from '@tickets/discord-sim/world/entities';
import { updateMember } from '@tickets/discord-sim/world/members';
import { buildForm, buildTicket, randomId } from '@tickets/testkit/data/factories';
import { type BotWorld, saidIn, startBotWorld, textOf } from '@tickets/testkit/worlds/bot-world';
import { ComponentType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import { type Selectable, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

/** One world for all: each refusal is arranged and taken back, and at the end everything opens. */
let w: BotWorld;
let panel: Selectable<Panels>;
let message: SimMessage;
let form_id: number;
let denied: string;
let wanted: string;

beforeAll(async () => {
  w = await startBotWorld();
  const { world } = w.sim;
  ({ row: panel, message } = await w.panel());
  ({ form_id } = await buildForm(w.ctx, { guild_id: w.guild_id }));
  denied = world.addRole({ guild_id: w.guild_id, name: 'Denied' }).id;
  wanted = world.addRole({ guild_id: w.guild_id, name: 'Wanted' }).id;
  await w.bot.settled();
});
afterAll(() => w[Symbol.asyncDispose]());

type Undo = () => unknown;

interface Refusal {
  /** What the person is told, whole. */
  says(): string | RegExp;
  /** The only way to a ticket, or the only ones, that it concerns. */
  concerns?: (source: string) => boolean;
  arrange(): Promise<Undo>;
}

const setPanel = async (values: Partial<Selectable<Panels>>) => {
  await w.ctx.db.updateTable('panels').set(values).where('panel_id', '=', panel.panel_id).execute();
};

async function rules(...list: [role_id: string, action: 'allow' | 'deny'][]): Promise<Undo> {
  const { panel_id, guild_id } = panel;
  const replace = async (rows: typeof list) => {
    await w.ctx.db.deleteFrom('panel_access_rules').where('panel_id', '=', panel_id).execute();
    if (rows.length)
      await w.ctx.db
        .insertInto('panel_access_rules')
        .values(rows.map(([role_id, action], i) => ({ panel_id, position: i + 1, role_id, action })))
        .execute();
  };
  await replace(list);
  return () => replace([[guild_id, 'allow']]);
}

function give(person: Person, roles: string[]): void {
  const member = w.sim.world.members.get(`${w.guild_id}:${person.id}`);
  if (!member) throw new Error('nobody there');
  updateMember(w.sim.world, member, { roles });
}

/** As it is now. */
function lobby() {
  const channel = w.sim.world.channels.get(w.lobby.id);
  if (!channel) throw new Error('the lobby is gone');
  return channel;
}

const longAgo = new Date(Date.now() - 3_600_000);

/** Tickets of others, so many that there is no room; they have no channel that anybody knows. */
async function crowd(
  count: number,
  { from, parent_id }: { from: number; parent_id: string | null },
): Promise<Undo> {
  const { guild_id } = w;
  await sql`insert into tickets (guild_id, ticket_id, status, opener_id, source, interaction_id, subject,
      channel_name, channel_id, parent_id, opened_at)
    select ${guild_id}, n, 'open', 7, 'command', n, 'x', 'x', n, ${parent_id}::bigint, ${longAgo}::timestamptz
    from generate_series(${from}::int + 1, ${from}::int + ${count}::int) n`.execute(w.ctx.db);
  return () =>
    w.ctx.db
      .deleteFrom('tickets')
      .where('guild_id', '=', guild_id)
      .where('ticket_id', '>', from)
      .where('ticket_id', '<=', from + count)
      .execute();
}

const command = 'the open command';
const plainMenu = 'the menu of a message, without a panel';
const hasPanel = (source: string) => source !== command && source !== plainMenu;

/** In the order in which they are told. */
const refusals: Record<string, Refusal> = {
  'somebody who is blacklisted': {
    says: () =>
      'You are blacklisted in this server, so you cannot use its tickets. Ask its team if you think that this is wrong.',
    async arrange() {
      const entry = { guild_id: w.guild_id, user_id: w.member.id };
      await w.ctx.db.insertInto('blacklisted_users').values(entry).execute();
      return () => w.ctx.db.deleteFrom('blacklisted_users').where('user_id', '=', w.member.id).execute();
    },
  },
  'a command that is turned off': {
    says: () => 'The /open command is disabled in this server. Press the button of a ticket panel instead.',
    concerns: (source) => source === command,
    async arrange() {
      await w.settings({ disable_open_command: true });
      return () => w.settings({ disable_open_command: false });
    },
  },
  'somebody below the level for menus of messages': {
    says: () =>
      'You may not start tickets from messages in this server. Use a ticket panel instead, or ask the team.',
    concerns: (source) => source.startsWith('the menu'),
    async arrange() {
      await w.settings({ context_menu_permission_level: 1 });
      return () => w.settings({ context_menu_permission_level: 0 });
    },
  },
  'somebody whom the access list keeps out': {
    concerns: hasPanel,
    says: () =>
      `You cannot open this type of ticket, because you have the role <@&${denied}>. Ask the team if you think that this is wrong.`,
    async arrange() {
      give(w.member, [denied]);
      const undo = await rules([denied, 'deny'], [w.guild_id, 'allow']);
      return () => {
        give(w.member, []);
        return undo();
      };
    },
  },
  'somebody with as many tickets as are allowed': {
    says: () => 'You are only able to open 1 ticket at once. Close yours to open another.',
    async arrange() {
      const ticket = await buildTicket(w.ctx, {
        guild_id: w.guild_id,
        opener_id: w.member.id,
        opened_at: longAgo,
        welcome_message_id: randomId(),
      });
      await w.settings({ ticket_limit: 1 });
      return async () => {
        await w.settings({ ticket_limit: 5 });
        await w.ctx.db.deleteFrom('tickets').where('ticket_id', '=', ticket.ticket_id).execute();
      };
    },
  },
  'somebody who just opened five tickets': {
    says: () => /^You are opening tickets too quickly\. Try again in \d+ seconds\.$/,
    async arrange() {
      const subject = 'Just now';
      const values = { guild_id: w.guild_id, opener_id: w.member.id, status: 'closed' as const, subject };
      for (let i = 0; i < 5; i += 1) await buildTicket(w.ctx, { ...values, opened_at: new Date() });
      return () => w.ctx.db.deleteFrom('tickets').where('subject', '=', subject).execute();
    },
  },
  'a press when ten tickets were opened just now': {
    says: () => /^Tickets are being opened too quickly in this server\. Try again in \d+ seconds\.$/,
    async arrange() {
      const { guild_id } = w;
      const opener_id = randomId();
      const values = { guild_id, opener_id, welcome_message_id: randomId() };
      for (let i = 0; i < 10; i += 1) await buildTicket(w.ctx, { ...values, opened_at: new Date() });
      return () => w.ctx.db.deleteFrom('tickets').where('opener_id', '=', opener_id).execute();
    },
  },
  'a panel beyond what is free': {
    concerns: hasPanel,
    says: () =>
      'This panel is disabled, because the server has more panels than it may have without premium. Ask its administrators to renew premium.',
    async arrange() {
      await setPanel({ force_disabled: true });
      return () => setPanel({ force_disabled: false });
    },
  },
  'a disabled panel': {
    concerns: hasPanel,
    says: () =>
      'The server administrators have disabled opening this type of ticket. Use another panel, or ask the team.',
    async arrange() {
      await setPanel({ disabled: true });
      return () => setPanel({ disabled: false });
    },
  },
  'a channel that can have no private threads': {
    says: () =>
      'Tickets are threads in this server, and threads can only be opened from a plain text channel. Use a ticket panel in one.',
    async arrange() {
      await w.settings({ use_threads: true, ticket_notification_channel: w.notices.id });
      w.sim.world.channels.put({ ...lobby(), type: 5 });
      return async () => {
        w.sim.world.channels.put({ ...lobby(), type: 0 });
        await w.settings({ use_threads: false });
      };
    },
  },
  'somebody who may not write in threads': {
    says: () =>
      `You need the permission to send messages in threads in <#${w.lobby.id}> to open a ticket here. Ask the team for it.`,
    async arrange() {
      await w.settings({ use_threads: true, ticket_notification_channel: w.notices.id });
      const deny = String(P.SendMessagesInThreads);
      setOverwrite(w.sim.world, lobby(), { id: w.member.id, type: 1, allow: '0', deny });
      return async () => {
        deleteOverwrite(w.sim.world, lobby(), w.member.id);
        await w.settings({ use_threads: false });
      };
    },
  },
  'a server with as many channels as Discord allows': {
    says: () =>
      'This server has reached 500 channels, the most that Discord allows. Ask the team to delete some, then try again.',
    arrange: () => crowd(500, { from: 10_000, parent_id: null }),
  },
  'a category with as many channels as Discord allows': {
    says: () =>
      'There are too many tickets in the category (50, the most that Discord allows). Try again when some are closed.',
    arrange: () => crowd(50, { from: 20_000, parent_id: w.category.id }),
  },
};

/** All that could be left behind. */
async function everything() {
  const { world } = w.sim;
  const { rows } = await sql`
    select (select count(*) from tickets where guild_id = ${w.guild_id}) as tickets,
      (select count(*) from ticket_answers where guild_id = ${w.guild_id}) as answers,
      (select last_ticket_id from guilds where guild_id = ${w.guild_id}) as counter`.execute(w.ctx.db);
  return {
    database: rows[0],
    channels: world.channels.all().length,
    messages: world.messages.all().filter(({ ephemeral_for }) => !ephemeral_for).length,
  };
}

/** Ways to a ticket: what comes before the press, and the press. */
const sources: Record<string, () => Promise<() => Promise<Outcome>>> = {
  [command]: async () => () => w.member.goes(w.lobby).slash('open'),
  [plainMenu]: async () => {
    const written = await w.other.write(w.lobby, 'My bread is cold');
    return () => w.member.contextMenu('Start Ticket', written);
  },
  'the button of a panel': async () => () => w.member.click(message, 'Get help'),
  'the button of a multi-panel': async () => {
    const button = { type: ComponentType.Button, style: 1, label: 'Go', custom_id: panel.custom_id };
    const posted = botMessage([{ type: ComponentType.ActionRow, components: [button] }]);
    return () => w.member.click(posted, 'Go');
  },
  'a dropdown menu': async () => {
    const options = [{ label: 'Help', value: panel.custom_id }];
    const select = { type: ComponentType.StringSelect, custom_id: 'v1:multipanel', options };
    const posted = botMessage([{ type: ComponentType.ActionRow, components: [select] }]);
    return () => w.member.select(posted, 'v1:multipanel', [panel.custom_id]);
  },
  'the menu of a message': async () => {
    await w.settings({ context_menu_panel: panel.panel_id });
    const written = await w.other.write(w.lobby, 'My bread is cold');
    return () => w.member.contextMenu('Start Ticket', written);
  },
  'the button of a panel with a form, before it is filled in': async () => {
    await setPanel({ form_id });
    return () => w.member.click(message, 'Get help');
  },
  'the form of a panel, filled in': async () => {
    await setPanel({ form_id });
    const outcome = await w.member.click(message, 'Get help');
    expect(outcome.kind).toBe('modal');
    return () => w.member.submitModal({ 'What happened?': WRITTEN });
  },
};

function botMessage(components: unknown[]): SimMessage {
  return w.sim.world.addMessage({
    channel_id: w.lobby.id,
    author_id: w.bot_id,
    application_id: w.bot_id,
    content: 'Choose',
    components: components as never, // as Discord stores them
  });
}

const backToNormal = async () => {
  await setPanel({ form_id: null });
  await w.settings({ context_menu_panel: null });
};

const WRITTEN = 'My bread is cold';

async function expectRefused(outcome: Outcome, { says }: Refusal): Promise<void> {
  // What was written into a form comes back below the reason.
  const said = (await saidIn(outcome)).replace(`\nWhat you wrote\n\u200b\n${WRITTEN}`, '');
  const text = says();
  if (typeof text === 'string') expect(said).toBe(`Error\n${text}`);
  else expect(said.replace('Error\n', '')).toMatch(text);
}

describe.each(Object.entries(sources))('%s', (source, prepare) => {
  afterEach(backToNormal);
  const mine = Object.entries(refusals).filter(([, { concerns }]) => concerns?.(source) ?? true);

  test.each(mine)('refuses %s, and nothing stays behind', async (_, refusal) => {
    const press = await prepare();
    const undo = await refusal.arrange();
    try {
      const before = await everything();
      await expectRefused(await press(), refusal);
      expect(await everything()).toEqual(before);
    } finally {
      await undo();
    }
  });

  test('tells the first of several reasons', async () => {
    // A form is open before anything is against it.
    const all = await Promise.all(mine.map(async ([, refusal]) => ({ refusal, press: await prepare() })));
    const undos: Undo[] = [];
    try {
      for (const { refusal, press } of all.reverse()) {
        undos.push(await refusal.arrange());
        await expectRefused(await press(), refusal);
      }
    } finally {
      for (const undo of undos.reverse()) await undo();
    }
  });

  test('opens when nothing is against it', async () => {
    const press = await prepare();
    const outcome = await press();
    if (outcome.kind === 'modal') return;
    const { ticket } = await w.opened(outcome);
    const panel_id = hasPanel(source) ? panel.panel_id : null;
    expect(ticket).toMatchObject({ panel_id, opener_id: w.member.id, status: 'open' });
    await w.ctx.db.deleteFrom('tickets').where('ticket_id', '=', ticket.ticket_id).execute();
  });
});

test('a refusal is told in the language of the server, and a role in it pings nobody', async () => {
  await w.settings({ language: 'de' });
  const undo = await rules([wanted, 'allow'], [w.guild_id, 'deny']);
  const outcome = await w.member.click(message, 'Get help');
  if (outcome.kind !== 'deferred') throw new Error(`not acknowledged: ${outcome.kind}`);
  const said = await outcome.settled();
  expect(textOf(said)).toBe(
    `Fehler\nFür diese Art von Tickets brauchst du die Rolle <@&${wanted}>. Bitte das Team darum.`,
  );
  expect(said).toMatchObject({ mention_roles: [], ephemeral_for: w.member.id });
  await undo();
  await w.settings({ language: null });
});
