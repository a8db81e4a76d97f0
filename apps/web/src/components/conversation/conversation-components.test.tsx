import { screen } from '@testing-library/react';
import { DiscordMessage } from '@tickets/discord-ui/message/discord-message.tsx';
import { beforeAll, expect, test } from 'vitest';
import { loadMessages } from '../../lib/page/messages.ts';
import { pretendLayout } from '../../test/layout.ts';
import { renderApp } from '../../test/render.tsx';
import { DiscordSurface } from '../discord/discord-surface.tsx';
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

test('what somebody did is told as that, and not as their words', () => {
  const notice = { ...message, components: [], author: { ...message.author, name: 'Mia', bot: false } };
  const { container } = renderApp(
    <Conversation
      messages={[
        { ...notice, type: 4, content: 'new-name' },
        { ...notice, id: '2', type: 6 },
        { ...notice, id: '3', content: 'Thanks' },
      ]}
      mentions={{}}
      empty={null}
    />,
  );
  const rows = [...container.querySelectorAll('article')].map((row) => row.textContent);
  expect(rows[0]).toMatch(/^Mia changed the channel name: new-name /);
  expect(rows[1]).toMatch(/^Mia pinned a message to this channel\. /);
  expect(rows[2], 'who writes after a notice is named').toMatch(/Mia.+Thanks$/);
});

test('an answer shows the first line of what it answers, and says where that is not here', async () => {
  const plain = { ...message, components: [] };
  const { container } = renderApp(
    <Conversation
      messages={[
        { ...plain, content: '# Where is it?\nI wait', author: { ...plain.author, key: '2', name: 'Mia' } },
        { ...plain, id: '2', type: 19, replyTo: '1', content: 'On its way' },
        { ...plain, id: '3', type: 19, replyTo: '999', content: 'As said' },
      ]}
      mentions={{}}
      empty={null}
    />,
  );
  await screen.findByText('On its way');
  const [, first, second] = [...container.querySelectorAll('article')].map((row) => row.textContent);
  expect(first).toContain('Reply toMiaWhere is it?On its way');
  expect(second).toContain('A reply to a message that is not shown hereAs said');
});

test('in a preview they look as members will see them', () => {
  renderApp(
    <DiscordSurface>
      <DiscordMessage author={{ name: 'Tickets' }} components={components} />
    </DiscordSurface>,
  );
  expect(screen.getByText('Choose a topic')).toBeTruthy();
  expect(marked()).toEqual([]);
});
