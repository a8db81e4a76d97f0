import { screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { loadMessages } from '../../lib/page/messages.ts';
import { renderApp } from '../../test/render.tsx';
import { DashboardAsHost } from '../discord/discord-host.tsx';
import { ReplyLine } from './reply-line.tsx';
import type { ConversationMessage } from './types.ts';

beforeAll(() => loadMessages('conversation'));

const author = { key: '1', name: 'Ann', avatarUrl: '', bot: false };
const answered = (content: string) =>
  ({ id: '1', author, time: 0, content, edited: false }) as ConversationMessage; // the rest is empty

test.each([
  ['over two lines', 'Look: ||my address is\nBaker Street|| and more'],
  ['that is longer than the line', `Look: ||${'my address '.repeat(30)}||`],
  ['that is longer than the line, in the middle of a bar', `${'x'.repeat(187)}||my address|| and more`],
])('a spoiler %s stays hidden above an answer to it', async (_, text) => {
  renderApp(
    <DashboardAsHost>
      <ReplyLine answered={answered(text)} mentions={{}} />
    </DashboardAsHost>,
  );
  const hidden = await screen.findAllByRole('button', { name: /Hidden text/ });
  expect(hidden).toHaveLength(1);
  const shown = document.body.textContent.replace(hidden[0]?.textContent ?? '', '');
  expect(shown).not.toContain('my address');
});
