import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage } from './test/page.tsx';
import { channelOf, commandOf, memberOf, messageOf, serverOf } from './test/samples.ts';

const nelly = memberOf({ id: '80351110224678912', name: 'Nelly', username: 'nelly' });

const log = () => screen.getByRole('log', { name: 'Messages in general' });

describe('the page', () => {
  it('opens in the first channel of the first server, and says so in its title and address', async () => {
    await openPage({ messages: [messageOf()] });
    expect(await within(log()).findByText('Hello')).toBeTruthy();
    await waitFor(() => expect(document.title).toBe('#general | Harbour Games'));
    expect(location.search).toBe('?as=10&channel=100');
  });

  it('shows at once what somebody writes, changes and deletes', async () => {
    const { tell } = await openPage();
    tell('message', { fresh: true, message: messageOf({ content: 'Fog ahead' }) });
    expect(await within(log()).findByText('Fog ahead')).toBeTruthy();
    tell('message', {
      fresh: false,
      message: messageOf({ content: 'Fog behind', edited: '2026-03-01T12:01:00Z' }),
    });
    expect(await within(log()).findByText('Fog behind')).toBeTruthy();
    expect(screen.getByText('(edited)')).toBeTruthy();
    tell('gone', { channel_id: '100', ids: ['1000'] });
    expect(within(log()).queryByText('Fog behind')).toBeNull();
  });

  it('counts in the list what mentions the person elsewhere, until they read it', async () => {
    const help = channelOf({ id: '101', name: 'help' });
    const message = messageOf({ channel_id: '101', mentions_me: true });
    const { tell, hands } = await openPage({
      overview: { servers: [serverOf({ channels: [channelOf(), help] })] },
      answers: { 'GET /client-api/channels/101/messages': { messages: [message], more: false } },
    });
    tell('message', { fresh: true, message });
    await hands.click(await screen.findByRole('link', { name: 'help, 1 new' }));
    expect(await screen.findByRole('link', { name: 'help' })).toBeTruthy();
  });

  it('keeps what is written, changed and deleted in a channel while that is still being fetched', async () => {
    const help = channelOf({ id: '101', name: 'help' });
    const said = (id: string, content: string) => messageOf({ id, channel_id: '101', content });
    const fetched = Promise.withResolvers<unknown>();
    const { tell, hands } = await openPage({
      overview: { servers: [serverOf({ channels: [channelOf(), help] })] },
      answers: { 'GET /client-api/channels/101/messages': fetched.promise },
    });
    await hands.click(await screen.findByRole('link', { name: 'help' }));
    tell('message', { fresh: true, message: said('1003', 'Just written') });
    tell('message', { fresh: false, message: said('1002', 'Changed') });
    tell('gone', { channel_id: '101', ids: ['1001'] });
    fetched.resolve({ messages: [said('1001', 'Deleted'), said('1002', 'As it was')], more: false });
    const help_log = await screen.findByRole('log', { name: 'Messages in help' });
    expect(await within(help_log).findByText('Just written')).toBeTruthy();
    expect(within(help_log).getByText('Changed')).toBeTruthy();
    expect(within(help_log).queryByText('As it was')).toBeNull();
    expect(within(help_log).queryByText('Deleted')).toBeNull();
  });

  it('says when the line is lost, and closes a channel that is not for the person any more', async () => {
    const { tell, client } = await openPage();
    tell('server', { server: serverOf({ channels: [] }) });
    expect(await screen.findByText(/is gone, or not for you any more/)).toBeTruthy();
    expect(client.state.channelId).toBeNull();
    expect(screen.getByRole('heading', { name: 'No channel to show' })).toBeTruthy();
  });
});

describe('a message', () => {
  it('has a menu whose items stay where they are, whenever the commands of apps come', async () => {
    const asked = Promise.withResolvers<unknown>();
    const { hands } = await openPage({
      messages: [messageOf({ can_delete: true })],
      answers: { 'GET /client-api/channels/100/commands': asked.promise },
    });
    await hands.hover(await within(log()).findByText('Hello'));
    await hands.click(within(log()).getByRole('button', { name: 'More' }));
    expect(screen.queryByRole('menuitem')).toBeNull();
    expect(await screen.findByRole('menuitem', { name: 'Delete Message' })).toBeTruthy();
    asked.resolve({ commands: [commandOf({ type: 3, name: 'Start Ticket' })] });
    await hands.keyboard('{Tab}');
    expect(screen.queryByRole('menuitem', { name: 'Start Ticket' })).toBeNull();
    await hands.click(screen.getByRole('menuitem', { name: 'Delete Message' }));
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('names whom it mentions as they are called now, and a press opens their card', async () => {
    const message = messageOf({
      content: `Ask <@${nelly.id}>`,
      names: { users: { [nelly.id]: 'An older name' } },
    });
    const { hands } = await openPage({
      overview: { servers: [serverOf({ members: [nelly] })] },
      messages: [message],
    });
    await hands.click(await within(log()).findByRole('button', { name: '@Nelly' }));
    expect(screen.getByRole('dialog', { name: 'Profile of Nelly' })).toBeTruthy();
    await hands.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('whose author may be kicked leads to that by their card, after a question', async () => {
    const message = messageOf({
      content: `Ask <@${nelly.id}>`,
      names: { users: { [nelly.id]: 'Nelly' } },
    });
    const { hands, done } = await openPage({
      overview: { servers: [serverOf({ members: [{ ...nelly, bot: true, can_kick: true }] })] },
      messages: [message],
    });
    await hands.click(await within(log()).findByRole('button', { name: '@Nelly' }));
    await hands.click(screen.getByRole('button', { name: 'Kick Nelly' }));
    const question = await screen.findByRole('dialog', { name: "Kick 'Nelly'" });
    expect(done()).toEqual([]);
    await hands.click(within(question).getByRole('button', { name: 'Kick' }));
    expect(done()).toMatchObject([{ method: 'DELETE', path: `/api/v10/guilds/1/members/${nelly.id}` }]);
  });

  it('has buttons that work, and says what came of a press that nobody answered', async () => {
    const components = [{ type: 1, components: [{ type: 2, style: 1, label: 'Open', custom_id: 'open' }] }];
    const { hands, done, nonce, tell } = await openPage({ messages: [messageOf({ components })] });
    const button = await screen.findByRole('button', { name: 'Open' });
    await hands.click(button);
    expect(done()).toMatchObject([
      {
        path: '/client-api/interactions',
        body: { kind: 'component', channel_id: '100', message_id: '1000', custom_id: 'open' },
      },
    ]);
    expect(button.getAttribute('aria-busy')).toBe('true');
    tell('interaction', { id: '1', nonce: nonce(), channel_id: '100', outcome: 'failed' });
    expect(await screen.findByText('This interaction failed')).toBeTruthy();
    expect(button.getAttribute('aria-busy')).toBeNull();
  });

  it('opens the form that a press leads to, which is sent with what is filled in', async () => {
    const components = [{ type: 2, style: 1, label: 'Report', custom_id: 'report' }];
    const { hands, done, nonce, tell } = await openPage({ messages: [messageOf({ components })] });
    await hands.click(await screen.findByRole('button', { name: 'Report' }));
    const field = { type: 4, style: 1, label: 'Where?', custom_id: 'where' };
    const modal = {
      title: 'Report',
      app: { name: 'Tickets', avatar_url: '/bot.png' },
      components: [{ type: 1, components: [field] }],
      names: {},
    };
    tell('interaction', { id: '9', nonce: nonce(), channel_id: '100', outcome: 'modal', modal });
    const dialog = await screen.findByRole('dialog', { name: 'Report' });
    await hands.type(within(dialog).getByRole('textbox', { name: /Where\?/ }), 'Berth 7');
    await hands.click(within(dialog).getByRole('button', { name: 'Submit' }));
    expect(done()[1]?.body).toMatchObject({
      kind: 'modal',
      interaction_id: '9',
      values: { where: 'Berth 7' },
    });
  });

  it('that answers another leads to it, with its words in plain', async () => {
    const reply = {
      id: '999',
      author: messageOf().author,
      content: `**Where** is <@${nelly.id}>?`,
      has_attachments: false,
    };
    await openPage({ messages: [messageOf({ type: 19, reply, names: { users: { [nelly.id]: 'Nelly' } } })] });
    expect(await screen.findByRole('button', { name: 'Where is @Nelly?' })).toBeTruthy();
  });

  it('of one’s own is changed in its place with the arrow key and Enter', async () => {
    const { hands, done } = await openPage({ messages: [messageOf({ mine: true, can_edit: true })] });
    await screen.findByText('Hello');
    await hands.click(screen.getByRole('textbox', { name: 'Message #general' }));
    await hands.keyboard('{ArrowUp}');
    await hands.type(await screen.findByRole('textbox', { name: 'Edit message' }), ' there{Enter}');
    expect(done()).toMatchObject([
      { method: 'PATCH', path: '/api/v10/channels/100/messages/1000', body: { content: 'Hello there' } },
    ]);
  });
});

describe('writing', () => {
  it('sends what is written, with the mention that was picked', async () => {
    const { hands, done } = await openPage();
    const box = screen.getByRole('textbox', { name: 'Message #general' });
    await hands.type(box, 'Ask @oli');
    await hands.click(await screen.findByRole('option', { name: /Olive/ }));
    await hands.type(box, 'please{Enter}');
    expect(done().at(-1)).toMatchObject({
      method: 'POST',
      path: '/api/v10/channels/100/messages',
      body: { content: 'Ask <@10> please' },
    });
    expect(box).toHaveProperty('value', '');
  });

  it('gives back what was refused, and says why', async () => {
    const refusal = new Response(JSON.stringify({ code: 50013, message: 'Missing Permissions' }), {
      status: 403,
    });
    const { hands } = await openPage({ answers: { 'POST /api/v10/channels/100/messages': refusal } });
    const box = screen.getByRole('textbox', { name: 'Message #general' });
    await hands.type(box, 'Hello{Enter}');
    expect(await screen.findByText('You do not have permission to do that here.')).toBeTruthy();
    expect(box).toHaveProperty('value', 'Hello');
  });

  it('uses a command with the options that are filled in', async () => {
    const option = { type: 3, name: 'reason', description: 'Why', required: true };
    const commands = [commandOf({ options: [option] })];
    const { hands, done } = await openPage({
      answers: { 'GET /client-api/channels/100/commands': { commands } },
    });
    await hands.type(screen.getByRole('textbox', { name: 'Message #general' }), '/clo');
    await hands.click(await screen.findByRole('option', { name: /^\/close/ }));
    const draft = screen.getByRole('group', { name: 'Command /close' });
    await hands.click(within(draft).getByRole('button', { name: 'Send command' }));
    expect(within(draft).getByRole('alert').textContent).toBe('"reason" is needed.');
    await hands.type(within(draft).getByRole('textbox', { name: 'reason' }), 'Solved{Enter}');
    expect(done().at(-1)?.body).toMatchObject({
      kind: 'command',
      command_id: '500',
      options: { reason: 'Solved' },
    });
    expect(await screen.findByText('Sending command…')).toBeTruthy();
  });
});
