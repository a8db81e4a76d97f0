import type { CustomEmbed } from '@tickets/contract/embeds/embeds';
import { placeholders } from '@tickets/contract/embeds/placeholders';
import { continueTicket } from '@tickets/core/tickets/recovery/continue';
import type { SimChannel, SimMessage } from '@tickets/discord-sim/world/entities';
import { buildForm } from '@tickets/testkit/data/factories';
import { allowWarning } from '@tickets/testkit/guard/watch';
import { type BotWorld, saidIn, startBotWorld } from '@tickets/testkit/worlds/bot-world';
import type { APIEmbed } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

// What fails here on purpose is reported.
allowWarning(/"msg":"(Discord refused the welcome message of a panel|a step of opening a ticket failed)/);

let w: BotWorld;
const worldOf = (options?: Parameters<typeof startBotWorld>[0]) => async () => {
  w = await startBotWorld(options);
};
afterEach(() => w[Symbol.asyncDispose]());

const nothing: CustomEmbed = {
  title: null,
  url: null,
  description: null,
  colour: 0x2ecc71,
  author: { name: null, icon_url: null, url: null },
  image_url: null,
  thumbnail_url: null,
  footer: { text: null, icon_url: null },
  timestamp: null,
  fields: [],
};
const full: CustomEmbed = {
  title: 'Welcome %username%',
  url: 'https://bakery.example/help',
  description: 'Hello %user%, this is ticket %ticket_id%.',
  colour: 0xab12cd,
  author: {
    name: 'The Bakery',
    icon_url: 'https://bakery.example/icon.png',
    url: 'https://bakery.example/about',
  },
  image_url: 'https://bakery.example/large.png',
  thumbnail_url: '%avatar_url%',
  footer: { text: 'Freshly baked', icon_url: 'https://bakery.example/small.png' },
  timestamp: '2026-03-04T05:06',
  fields: [
    { name: 'Server', value: '%server%', inline: true },
    { name: 'Where', value: '%channel%', inline: false },
  ],
};

/** Presses the button of a panel that greets so, and fills in its form, if it has one. */
async function open(panel: { welcome?: CustomEmbed; form?: { labels: string[]; answers: string[] } }) {
  const form = panel.form && {
    answers: panel.form.answers,
    ...(await buildForm(w.ctx, {
      guild_id: w.guild_id,
      questions: panel.form.labels.map((label) => ({ label, style: 2, required: false, max_length: 1024 })),
    })),
  };
  const { message } = await w.panel({
    welcome_message: panel.welcome ? JSON.stringify(panel.welcome) : null,
    form_id: form?.form_id ?? null,
  });
  let outcome = await w.member.click(message, 'Get help');
  if (form) {
    const values = form.inputs.map(({ custom_id }, index) => [custom_id, form.answers[index] ?? '']);
    outcome = await w.member.submitModal(Object.fromEntries(values));
  }
  const { ticket, channel } = await w.opened(outcome);
  const [welcome, ...more] = written(channel);
  if (!welcome) throw new Error('the ticket has no welcome message');
  return { ticket, channel, welcome, more };
}

/** What the bot wrote, without Discord's own notices. */
const written = (channel: SimChannel): SimMessage[] =>
  w.member.messages(channel).filter(({ author_id, type }) => author_id === w.bot_id && type !== 6);
const expectQuiet = (messages: SimMessage[]) => {
  for (const message of messages)
    expect(message).toMatchObject({ mentions: [], mention_roles: [], mention_everyone: false });
};
const fieldsOf = (messages: SimMessage[]) =>
  messages.flatMap(({ embeds }) => embeds.slice()).flatMap((embed: APIEmbed) => embed.fields ?? []);

describe('the welcome message of a panel', () => {
  beforeEach(worldOf());

  test('has every part of its embed, with placeholders filled in the description and in values', async () => {
    const { channel, ticket, welcome } = await open({ welcome: full });
    expect(welcome.embeds).toMatchObject([
      {
        title: 'Welcome %username%',
        url: 'https://bakery.example/help',
        description: `Hello <@${w.member.id}>, this is ticket 1.`,
        color: 0xab12cd,
        author: {
          name: 'The Bakery',
          icon_url: 'https://bakery.example/icon.png',
          url: 'https://bakery.example/about',
        },
        image: { url: 'https://bakery.example/large.png' },
        thumbnail: { url: expect.stringMatching(/\/embed\/avatars\/\d\.png$/) },
        footer: { text: 'Freshly baked', icon_url: 'https://bakery.example/small.png' },
        timestamp: '2026-03-04T05:06:00.000000+00:00',
        fields: [
          { name: 'Server', value: 'Bakery', inline: true },
          { name: 'Where', value: `<#${channel.id}>`, inline: false },
        ],
      },
    ]);
    expect(ticket.welcome_message_id).toBe(welcome.id);
    expect(welcome.pinned_at).not.toBeNull();
    expect(welcome.components).toHaveLength(1);
    expectQuiet([welcome]);
  });

  test('fills every placeholder that there is', async () => {
    const description = placeholders.map((name) => `${name}=%${name}%`).join('\n');
    const { welcome } = await open({ welcome: { ...nothing, description } });
    const lines = welcome.embeds[0]?.description?.split('\n') ?? [];
    expect(lines.map((line) => line.split('=')[0])).toEqual(placeholders);
    for (const line of lines) expect(line).toMatch(/^\w+=[^%]+$/);
  });

  test('is cut where what was filled in makes it too long', async () => {
    w.sim.world.guilds.put({ ...w.sim.world.guilds.get(w.guild_id)!, name: '*'.repeat(100) }); // it was made before
    await w.restart();
    const { welcome } = await open({
      welcome: {
        ...nothing,
        description: '%server%'.repeat(100),
        fields: [{ ...field, value: '%server%'.repeat(100) }],
      },
    });
    expect(welcome.embeds[0]?.description).toHaveLength(4096);
    expect(welcome.embeds[0]?.fields?.[0]?.value).toHaveLength(1024);
  });

  test('gives way to the server’s own where Discord refuses it', async () => {
    // More than Discord takes as a title, and than the dashboard lets anyone write.
    const broken = { ...nothing, description: 'Look', title: 'x'.repeat(300) };
    const { welcome, ticket } = await open({ welcome: broken });
    expect(welcome.embeds).toMatchObject([
      { title: 'Support', description: expect.stringContaining('Thank you for contacting support.') },
    ]);
    expect(ticket.welcome_message_id).toBe(welcome.id);
    expect(welcome.components).toHaveLength(1);
  });
});

const field = { name: 'Name', value: 'Value', inline: false };

describe('without premium', () => {
  beforeEach(worldOf({ config: { premium: 'entitlements' } }));

  test('ours stands in the place of a footer of the panel’s own', async () => {
    const { welcome } = await open({ welcome: full });
    expect(welcome.embeds[0]?.footer).toEqual({ text: 'Powered by Tickets' });
  });
});

describe('the answers to the form', () => {
  beforeEach(worldOf());

  test('stand in a second embed in the colour of the first, each under its question', async () => {
    const form = { labels: ['What?', 'When?', 'Why?'], answers: ['Cold bread\nand tea', '', '   '] };
    const { welcome, more } = await open({ welcome: full, form });
    expect(more).toEqual([]);
    expect(welcome.embeds).toHaveLength(2);
    expect(welcome.embeds[1]).toEqual({
      type: 'rich',
      color: 0xab12cd,
      fields: [
        { name: 'What?', value: 'Cold bread\nand tea', inline: false },
        { name: 'When?', value: 'N/A', inline: false },
        { name: 'Why?', value: 'N/A', inline: false },
      ],
    });
  });

  test('stand below the server’s welcome in its colour as well', async () => {
    await w.settings({ colour_success: '#123456' });
    const { welcome } = await open({ form: { labels: ['What?'], answers: ['Bread'] } });
    expect(welcome.embeds).toMatchObject([
      { title: 'Support', color: 0x123456 },
      { color: 0x123456, fields: [{ name: 'What?', value: 'Bread' }] },
    ]);
  });

  test('ping nobody and are shown as they were typed', async () => {
    const answers = [
      `@everyone @here <@${w.staff.id}> <@&${w.bot_role.id}>`,
      '```js\nwhile (true)\n```',
      '# big\n> quote\n- item\n1. first ||hidden|| ~~gone~~ __under__ *it*',
      '[bank](https://bad.example) :smile: C:\\new_folder',
      'see https://shop.example/an_order_of_mine?a=*1',
    ];
    const { welcome, more } = await open({ form: { labels: ['1', '2', '3', '4', '5'], answers } });
    expectQuiet([welcome, ...more]);
    expect(fieldsOf([welcome]).map(({ value }) => value)).toEqual([
      `\\@everyone \\@here \\<@${w.staff.id}> \\<@&${w.bot_role.id}>`,
      '\\`\\`\\`js\nwhile (true)\n\\`\\`\\`',
      '\\# big\n\\> quote\n\\- item\n1\\. first \\|\\|hidden\\|\\| \\~\\~gone\\~\\~ \\_\\_under\\_\\_ \\*it\\*',
      '\\[bank](https://bad.example) \\:smile: C:\\\\new\\_folder',
      'see https://shop.example/an_order_of_mine?a=\\*1',
    ]);
  });

  test('are whole, however long and however full of signs', async () => {
    const answers = [...'*_`~|'].map((sign) => sign.repeat(1024));
    const { ticket, welcome, more } = await open({
      welcome: { ...full, description: 'x'.repeat(4000) },
      form: { labels: ['1', '2', '3', '4', '5'], answers },
    });
    const plain = fieldsOf([welcome, ...more]).map(({ value }) => value.replaceAll(/\\(.)/g, '$1'));
    expect(plain.slice(2).join('')).toBe(answers.join(''));
    expect(more.length).toBeGreaterThan(0);
    // The rest is text only: one row of buttons, one pin.
    for (const message of more) expect(message).toMatchObject({ components: [], pinned_at: null });
    expect(ticket.welcome_message_id).toBe(welcome.id);
  });

  test('follow in a message of their own where the welcome fills the first', async () => {
    const welcome = {
      ...nothing,
      description: 'x'.repeat(4096),
      fields: [{ ...field, value: 'y'.repeat(1000) }],
    };
    const found = await open({ welcome, form: { labels: ['What?'], answers: ['z'.repeat(1000)] } });
    expect(found.welcome.embeds).toHaveLength(1);
    expect(found.more).toMatchObject([
      { embeds: [{ fields: [{ name: 'What?', value: 'z'.repeat(1000) }] }] },
    ]);
  });

  test.each([
    ['the answer was lost', true],
    ['nothing was sent', false],
  ])('are said once when the program dies at the message that holds them (%s)', async (_, afterEffect) => {
    const form = await buildForm(w.ctx, {
      guild_id: w.guild_id,
      questions: [{ label: 'What?', style: 2, max_length: 1024 }],
    });
    const { message } = await w.panel({
      welcome_message: JSON.stringify({
        ...nothing,
        description: `%open_tickets% ${'x'.repeat(4000)}`,
        fields: [{ ...field, value: 'y'.repeat(1000) }],
      }),
      form_id: form.form_id,
    });
    await w.member.click(message, 'Get help');
    const route = '/channels/:channel/messages';
    w.sim.faults.next({ method: 'POST', route, kind: 'delay', delayMs: 0 });
    w.sim.faults.next({ method: 'POST', route, kind: 500, afterEffect });
    // The further tries in this process do not get to it.
    w.sim.faults.next({ method: 'GET', route, kind: 500, times: 2 });
    const outcome = await w.member.submitModal({ 'What?': 'z'.repeat(1000) });
    expect(await saidIn(outcome)).toContain('Opened a new ticket');
    const { channel } = await w.opened(outcome);
    forgetNonces(channel);
    await continueTicket(w.ctx, { guild_id: w.guild_id, ticket_id: 1 });
    const [welcome, ...more] = written(channel);
    expect(more).toMatchObject([{ embeds: [{ fields: [{ name: 'What?' }] }] }]);
    expect(await w.ticket(1)).toMatchObject({ status: 'open', welcome_message_id: welcome?.id });
  });
});

/** As after the minutes in which Discord knows that it was told something twice. */
function forgetNonces(channel: SimChannel): void {
  for (const { nonce, ...message } of w.sim.world.messages.in('channel', channel.id))
    if (nonce !== undefined) w.sim.world.messages.put(message);
}
