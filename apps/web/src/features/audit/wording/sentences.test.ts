import type { AuditEntry } from '@tickets/contract/audit/audit';
import { auditActions, auditResources } from '@tickets/contract/audit/codes';
import { expect, test } from 'vitest';
import { sampleEntry } from '../sample-entry.ts';
import { sampleWords } from './sample-words.ts';
import { fieldName, plainSentence, readEntry, whoDid } from './sentences.ts';

const sentence = (given: Partial<AuditEntry>) => plainSentence(readEntry(sampleEntry(given)), sampleWords);
const coded = (action: keyof typeof auditActions, resource: keyof typeof auditResources) => ({
  action_type: auditActions[action],
  resource_type: auditResources[resource],
});

test('sentences name what was changed', () => {
  expect(sentence(coded('panel.update', 'panel'))).toBe('changed the panel Support');
  expect(sentence({ ...coded('tag.delete', 'tag'), resource_name: 'docs' })).toBe('deleted the tag docs');
  const team = { new_data: JSON.stringify({ kind: 'role', team: 'Billing' }), resource_name: null };
  expect(sentence({ ...coded('member.add', 'member'), ...team, resource_id: '21' })).toBe(
    'added @Helpers to the team Billing',
  );
});

test('a tag that was saved was created or changed', () => {
  const tag = { ...coded('tag.save', 'tag'), resource_name: 'docs', new_data: '{"content":"b"}' };
  expect(sentence(tag)).toBe('created the tag docs');
  expect(sentence({ ...tag, old_data: '{"content":"a"}' })).toBe('changed the tag docs');
});

test.each(Object.entries(auditActions))('there is a sentence for %s', (action, code) => {
  const resource_type = auditResources[action.split('.')[0] as keyof typeof auditResources];
  expect(sentence({ action_type: code, resource_type })).not.toContain('audit.did');
});

test('what a later version does is told by its number, and breaks nothing', () => {
  const later = { action_type: 999, resource_type: 99, new_data: '{"some_field":{"deep":[1]}}' };
  expect(sentence(later)).toBe('did something (999): something (99)');
  const { lines } = readEntry(sampleEntry(later));
  expect(lines.map(({ path }) => fieldName(undefined, path, sampleWords.t))).toEqual(['some field deep']);
});

test('who did it is a person, the product or its operator', () => {
  expect(whoDid(sampleEntry({}), sampleWords.t)).toBe('olive');
  expect(whoDid(sampleEntry({ user_id: null, username: '', source: 'system' }), sampleWords.t)).toBe(
    'Tickets',
  );
  expect(whoDid(sampleEntry({ user_id: null, username: '', source: 'operator' }), sampleWords.t)).toBe(
    'The operator',
  );
});

test('what was deleted is told field by field in the order of its editor, without what is empty or internal', () => {
  const { lines } = readEntry(
    sampleEntry({
      ...coded('panel.delete', 'panel'),
      old_data: JSON.stringify({
        custom_id: 'x',
        panel_id: 7,
        form_id: null,
        colour: 1,
        welcome_message: { title: 'Hi', url: null, author: { name: 'Ann', url: null }, fields: [] },
        title: 'Support',
      }),
    }),
  );
  expect(lines.map(({ path }) => path)).toEqual([
    'title',
    'colour',
    'welcome_message',
    'welcome_message.title',
    'welcome_message.author.name',
  ]);
  expect(fieldName('panel', 'welcome_message.author.name', sampleWords.t)).toBe(
    'Welcome Message: Author Name',
  );
});
