import { describe, expect, it } from 'vitest';
import { channelOf, commandOf, memberOf, serverOf } from '../test/samples.ts';
import { collect, waysOf } from './command-uses.ts';
import { suggest } from './suggest.ts';

const option = (name: string, type: number, values = {}) => ({ name, type, description: name, ...values });

const setup = commandOf({
  name: 'setup',
  options: [
    { ...option('limit', 1), options: [option('limit', 4, { required: true }), option('why', 3)] },
    { ...option('role', 2), options: [option('add', 1), option('remove', 1)] },
  ],
});

describe('a command', () => {
  it('can be used in as many ways as it has sub-commands', () => {
    expect(waysOf(setup).map(({ shown }) => shown)).toEqual([
      'setup limit',
      'setup role add',
      'setup role remove',
    ]);
    expect(waysOf(commandOf()).map(({ shown }) => shown)).toEqual(['close']);
  });

  it('says which option is missing, and which has no such value', () => {
    const [way] = waysOf(setup);
    if (!way) throw new Error('the command has a way');
    expect(collect(way, {})).toMatchObject({ ready: false, problem: '"limit" is needed.' });
    expect(collect(way, { limit: { text: '3.5' } })).toMatchObject({
      ready: false,
      problem: '"limit" has no such value.',
    });
    expect(collect(way, { limit: { text: '3' }, why: { text: 'Fog' } })).toEqual({
      ready: true,
      options: { limit: 3, why: 'Fog' },
    });
  });

  it('takes from a list what was picked, and no other text', () => {
    const [way] = waysOf(commandOf({ options: [option('member', 6)] }));
    if (!way) throw new Error('the command has a way');
    expect(collect(way, { member: { text: 'Olive', picked: '10' } })).toMatchObject({
      options: { member: '10' },
    });
    expect(collect(way, { member: { text: 'Oliv' } })).toMatchObject({ ready: false });
  });
});

describe('what is suggested while one writes', () => {
  const server = serverOf({
    members: [memberOf(), memberOf({ id: '20', name: 'Nelly', username: 'nel' })],
    roles: [
      {
        id: '1',
        name: '@everyone',
        colour: null,
        position: 0,
        hoist: false,
        managed: false,
        member_count: 2,
        can_manage: false,
      },
    ],
    channels: [channelOf(), channelOf({ id: '101', name: 'help' })],
    emojis: [{ id: '77', name: 'wave', animated: true, url: '', added_by: null, can_delete: false }],
  });
  const offered = (text: string) => {
    const found = suggest({ text, caret: text.length, commands: [setup, commandOf()], server });
    return found?.items.map((item) => ('sends' in item ? [item.insert, item.sends] : item.label));
  };

  it('is a command after a slash at the beginning', () => {
    expect(offered('/')).toEqual(['/setup limit', '/setup role add', '/setup role remove', '/close']);
    expect(offered('/setup r')).toEqual(['/setup role add', '/setup role remove']);
    expect(offered('/nothing')).toEqual([]);
  });

  it.each([
    ['hi @nel', [['@Nelly', '<@20>']]],
    ['@every', [['@everyone', '@everyone']]],
    ['see #hel', [['#help', '<#101>']]],
    [
      ':wav',
      [
        [':wave:', '<a:wave:77>'],
        ['👋', '👋'],
      ],
    ],
  ])('is who or what is meant by a mark: %s', (text, expected) => {
    expect(offered(text)).toEqual(expected);
  });

  it.each(['mail@nelly', ':w', 'nothing'])('is nothing after %s', (text) => {
    expect(offered(text)).toBeUndefined();
  });
});
