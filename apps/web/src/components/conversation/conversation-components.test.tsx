import { screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { loadMessages } from '../../lib/messages.ts';
import { pretendLayout } from '../../test/layout.ts';
import { renderApp } from '../../test/render.tsx';
import { DiscordMessage } from '../discord/discord-message.tsx';
import { Conversation } from './conversation.tsx';

pretendLayout();
beforeAll(() => loadMessages('conversation'));

const components = [
  {
    type: 1,
    components: [
      { type: 2, style: 4, label: 'Close' },
      { type: 2, style: 1, label: 'Claim', disabled: true },
      { type: 2, style: 5, label: 'Rules', url: 'https://rules.test/' },
    ],
  },
  { type: 1, components: [{ type: 3, placeholder: 'Choose a topic' }] },
];
const message = {
  id: '1',
  author: { key: '1', name: 'Tickets', avatarUrl: '', bot: true },
  time: Date.parse('2026-01-01T12:00:00Z'),
  content: '',
  edited: false,
  deleted: false,
  embeds: [],
  components,
  attachments: [],
};
const marked = () => screen.queryAllByTitle('Works in Discord').map((piece) => piece.textContent);

test('buttons and menus of a message say that they work in Discord, and only links can be pressed', () => {
  renderApp(<Conversation messages={[message]} mentions={{}} empty={null} />);
  expect(marked()).toEqual([
    'Close (Works in Discord)',
    'Claim (Works in Discord)',
    'Choose a topic (Works in Discord)',
  ]);
  expect(screen.getByRole('link', { name: 'Rules' })).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('whom a bot called is read at once; what a person hides stays hidden until it is pressed', async () => {
  const [crew, mia] = ['80351110224678912', '80351110224678913'];
  const said = { ...message, components: [], content: `-# ||<@&${crew}> <@${mia}>||` };
  renderApp(
    <Conversation
      messages={[said, { ...said, id: '2', author: { ...said.author, key: '9', bot: false } }]}
      mentions={{ roles: { [crew]: 'Crew' }, users: { [mia]: 'Mia' } }}
      empty={null}
    />,
  );
  expect(await screen.findAllByRole('button', { name: /Hidden text/ })).toHaveLength(1);
  expect(screen.getAllByText('@Crew').map((name) => name.closest('button') !== null)).toEqual([false, true]);
});

test('in a preview they look as members will see them', () => {
  renderApp(<DiscordMessage author={{ name: 'Tickets' }} components={components} />);
  expect(screen.getByText('Choose a topic')).toBeTruthy();
  expect(marked()).toEqual([]);
});
