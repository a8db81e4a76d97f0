import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { noteMentioned, nothingMentioned } from './mentions.ts';

const id = (n: number) => String(1441455397893308445n + BigInt(n));
const saying = (content: string) => ({ ticket_id: 1, content, embeds: [], components: [] });

test('of one message 500 mentions have names, however many it has, and the same one again is one of them', async () => {
  const mentioned = nothingMentioned();
  const many = Array.from({ length: 20_000 }, (_, n) => `<@${id(n)}>`).join('');
  await noteMentioned(mentioned, [saying(many)]);
  expect(mentioned.users.size).toBe(500);
  const again = nothingMentioned();
  await noteMentioned(again, [saying(`${`<@&${id(1)}>`.repeat(499)}<#${id(2)}><#${id(3)}>`)]);
  expect([...again.roles, ...again.channels]).toEqual([id(1), id(2)]);
});

test('what components mention has names, however deep it stands in them', async () => {
  const mentioned = nothingMentioned();
  const words = `<@${id(1)}> <@&${id(2)}> <#${id(3)}>`;
  const components = [{ type: 17, components: [{ type: 9, components: [{ type: 10, content: words }] }] }];
  await noteMentioned(mentioned, [{ ...saying(''), components }]);
  expect([...mentioned.users, ...mentioned.roles, ...mentioned.channels]).toEqual([id(1), id(2), id(3)]);
});

test('while the mentions of long messages are looked for, others are let in', async () => {
  const messages = Array.from({ length: 100 }, () => saying('<@! <#'.repeat(80_000)));
  let turns = 0;
  let isDone = false;
  const others = (async () => {
    for (; !isDone; turns += 1) await nextTurn();
  })();
  await noteMentioned(nothingMentioned(), messages);
  isDone = true;
  await others;
  expect(turns).toBeGreaterThan(3);
});
