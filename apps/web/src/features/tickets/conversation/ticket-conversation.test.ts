import type { User } from '@tickets/contract/servers/guild';
import { expect, test } from 'vitest';
import { setConfig } from '../../../lib/page/config.ts';
import { testConfig } from '../../../test/render.tsx';
import { conversationAuthor } from './ticket-conversation.ts';

setConfig(testConfig);

test('an author of whom a server tells no picture by null has the usual one', () => {
  const told = { id: '5', username: 'ann', global_name: null, avatar: null, bot: false };
  const author = conversationAuthor(told as unknown as User); // the contract has an empty text for it
  expect(author.avatarUrl).toMatch(/\/embed\/avatars\/\d\.png$/);
});
