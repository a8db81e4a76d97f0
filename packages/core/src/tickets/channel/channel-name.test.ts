import { describe, expect, test } from 'vitest';
import { channelName, schemeName, ticketName } from './channel-name.ts';

describe('names of ticket channels', () => {
  test('a new ticket is named by its number or by its opener', () => {
    const ticket = { ticket_id: 12, word: 'ticket', username: 'Alice.B' };
    expect(ticketName('id', ticket)).toBe('ticket-12');
    expect(ticketName('username', ticket)).toBe('ticket-aliceb');
  });

  test('somebody whose name has nothing that a channel name can hold gets the number', () => {
    expect(ticketName('username', { ticket_id: 7, word: 'ticket', username: '...' })).toBe('ticket-7');
  });

  test('a name has the form that Discord gives it', () => {
    expect(channelName('  Payment  Problem! ')).toBe('payment-problem');
    expect(channelName('a--b__c')).toBe('a-b__c');
    expect(channelName('-_x_-')).toBe('x');
    expect(channelName('ÄRGER mit Übung')).toBe('ärger-mit-übung');
    expect(channelName('x'.repeat(150))).toHaveLength(100);
    // Discord refuses half an emoji.
    expect(channelName(`x${'😀'.repeat(80)}`)).toBe(`x${'😀'.repeat(49)}`);
    expect(channelName('!?')).toBe('');
  });

  test('a scheme is filled and brought into that form', () => {
    const facts = {
      ticket_id: 12,
      username: 'Alice.B',
      nickname: null,
      claimed_by: 'bob',
      now: new Date('2026-01-19T12:00:00Z'),
    };
    expect(schemeName('%id_padded%-%username%-%claimed%', facts)).toBe('0012-aliceb-claimed');
    expect(schemeName('%claim_indicator% %nickname%', facts)).toBe('🟢-aliceb');
    expect(schemeName('%date%-%date:yyyy/mm%', facts)).toBe('jan19-202601');
    expect(schemeName('-%claimed_by%-', { ...facts, claimed_by: null })).toBe('unclaimed');
    expect(schemeName(`${'x'.repeat(98)}-%id%`, facts)).toBe(`${'x'.repeat(98)}-1`);
  });
});
