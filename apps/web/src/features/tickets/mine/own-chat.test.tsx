import { screen, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { loadMessages } from '../../../lib/page/messages.ts';
import { renderApp } from '../../../test/render.tsx';
import { sampleMessage } from '../../../test/sample-ticket.ts';
import { noMessages } from '../conversation/live-messages.ts';
import { OwnChat } from './own-chat.tsx';

beforeAll(() => loadMessages('my_tickets', 'tickets', 'conversation'));

const author = (id: string, username: string) => ({
  id,
  username,
  global_name: null,
  avatar: '',
  bot: false,
});

test('each author of an imported ticket is marked, and those of tickets that were written here are not', () => {
  const messages = [
    sampleMessage({ id: '100', seq: 1, ticket_id: 2, author: author('5', 'ann') }),
    sampleMessage({ id: '101', seq: 2, ticket_id: 3, author: author('6', 'bob') }),
    sampleMessage({ id: '102', seq: 3, ticket_id: 3, author: author('7', 'mia') }),
  ];
  const ticket = {
    id: 3,
    imported: true,
    is_open: false,
    has_transcript: true,
    hindrance: 'closed',
    server: { name: 'One' },
  };
  const view = {
    ticket,
    self: author('5', 'ann'),
    mentions: { users: {}, channels: {}, roles: {} },
    earlier: [],
    live: { ...noMessages, messages },
  };
  // Of a ticket's details the conversation shows these alone.
  renderApp(<OwnChat guildId="1" ticketId={3} view={view as never} connection={undefined} />);
  const marked = (name: string) => {
    const said = screen
      .getAllByRole('article')
      .find((article) => within(article).queryAllByText(name).length);
    return within(said!).queryByText('Imported') !== null; // it was just drawn
  };
  expect(['ann', 'bob', 'mia'].map(marked)).toEqual([false, true, true]);
});
