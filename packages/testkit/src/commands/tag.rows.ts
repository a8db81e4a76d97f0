import { TagInput } from '@tickets/contract/tags/tags';
import { saveTag } from '@tickets/core/tags/tags';
import { callOf } from '../data/access.ts';
import type { Scene } from './scene.ts';
import { onlyToRead } from './situations.ts';
import { type Row, slash } from './table.ts';

const save =
  (input: object = {}) =>
  ({ w }: Scene) =>
    saveTag(callOf(w.ctx), w.guild_id, TagInput.parse({ id: 'docs', content: 'Read the docs', ...input }));

async function withoutPremium({ w }: Scene): Promise<void> {
  Object.assign(w.ctx.config, { premium: 'entitlements' });
}

export const tagRows: readonly Row[] = [
  {
    ...slash('tag', () => ({ id: 'docs' })),
    level: 'everyone',
    where: 'server',
    options: ['id: text of at most 16, required, suggested'],
    before: save(),
    says: 'Read the docs',
    seenBy: 'everybody',
    refuses: {
      'an id that no tag has': { ...slash('tag', () => ({ id: 'nope' })), says: 'Tag not found: nope' },
      'a ticket that is claimed': onlyToRead,
    },
  },
  {
    ...slash('managetags add', () => ({ id: 'Hours', content: 'From 9 to 5' })),
    level: 'support',
    where: 'server',
    options: ['id: text of at most 16, required', 'content: text of at most 2000, required'],
    says: 'The tag `hours` has been created. `/tag hours` posts it.',
    seenBy: 'oneself',
    refuses: {
      'an id with a space': {
        ...slash('managetags add', () => ({ id: 'my docs', content: 'x' })),
        says: 'A tag ID has 1 to 16 characters and no spaces.',
      },
      'an id that a tag has': {
        ...slash('managetags add', () => ({ id: 'DOCS', content: 'x' })),
        before: save(),
        says: 'There is a tag docs already. Edit it in the dashboard, or choose another id.',
      },
      'nothing but spaces': {
        ...slash('managetags add', () => ({ id: 'docs', content: '   ' })),
        says: 'You have not provided any content for the tag',
      },
      'more than 200 tags': { before: twoHundred, says: 'Tag limit (200) reached' },
    },
  },
  {
    ...slash('managetags delete', () => ({ id: 'docs' })),
    level: 'support',
    where: 'server',
    options: ['id: text, required, suggested'],
    before: save(),
    says: 'The tag `docs` has been deleted.',
    seenBy: 'oneself',
    refuses: {
      'an id that no tag has': {
        ...slash('managetags delete', () => ({ id: 'nope' })),
        says: 'Tag not found: nope',
      },
    },
  },
  {
    ...slash('managetags list'),
    level: 'support',
    where: 'server',
    before: save(),
    says: '- `docs`',
    seenBy: 'oneself',
  },
  {
    of: 'guild_command:tag.alias',
    does: (s) => s.by.goes(s.channel).slash('docs'),
    level: 'everyone',
    where: 'server',
    before: save({ use_guild_command: true }),
    says: 'Read the docs',
    seenBy: 'everybody',
    refuses: {
      'a ticket that is claimed': onlyToRead,
      'a server without premium': {
        before: withoutPremium,
        says: 'Premium is required to use custom commands',
      },
      'a command whose tag is gone': {
        before: ({ w }) => w.ctx.db.deleteFrom('tags').execute(),
        says: 'Tag not found: docs',
      },
    },
  },
  {
    ...slash('stats server'),
    level: 'support',
    where: 'server',
    says: 'Server Statistics',
    seenBy: 'oneself',
    refuses: {
      'a server without premium': { before: withoutPremium, says: 'This needs premium: statistics.' },
    },
  },
  {
    ...slash('stats user', (s) => ({ user: s.w.other.id })),
    level: 'support',
    where: 'server',
    options: ['user: member, required'],
    says: (s) => `<@${s.w.other.id}>`,
    seenBy: 'oneself',
    refuses: {
      'a server without premium': { before: withoutPremium, says: 'This needs premium: statistics.' },
    },
  },
];

function twoHundred({ w }: Scene) {
  const { guild_id } = w;
  const rows = Array.from({ length: 200 }, (_, n) => ({ guild_id, tag_id: `n${n}`, content: 'x' }));
  return w.ctx.db.insertInto('tags').values(rows).execute();
}
