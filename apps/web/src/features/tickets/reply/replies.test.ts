import { describe, expect, test } from 'vitest';
import { sampleMessage } from '../../../test/sample-ticket.ts';
import { newestId, newReplyKey, nextReply, type PendingReply, unseenReplies } from './replies.ts';

const reply = (changes: Partial<PendingReply> = {}): PendingReply => ({
  key: 'k',
  content: 'hello',
  files: [],
  written_at: 0,
  lost_files: [],
  after_id: '10',
  may_have_arrived: true,
  status: 'sending',
  unanswered: 0,
  message_id: null,
  error: null,
  ...changes,
});

const me = '9';
const message = (id: string, content: string) => sampleMessage({ id, content });

describe('the replies of a ticket', () => {
  test('leave one after another', () => {
    const waiting = reply({ key: 'b', status: 'waiting' });
    expect(nextReply([waiting])).toBe(waiting);
    expect(nextReply([reply({ status: 'sent' }), waiting])).toBe(waiting);
    for (const status of ['sending', 'delayed', 'retrying', 'failed'] as const)
      expect(nextReply([reply({ status }), waiting])).toBeUndefined();
  });

  test('are newer than what was there when they left, be it read already or not', () => {
    expect(newestId([], [])).toBe('0');
    expect(newestId([reply({ message_id: '12' })], [message('9', 'a'), message('11', 'b')])).toBe('12');
    expect(newestId([reply({ message_id: '10' })], [message('11', 'b')])).toBe('11');
  });
});

describe('a reply on its way', () => {
  test('is shown until its message is there', () => {
    const sent = reply({ status: 'sent', message_id: '12' });
    expect(unseenReplies([sent], [message('11', 'hello')], me)).toEqual([sent]);
    expect(unseenReplies([sent], [message('12', 'hello')], me)).toEqual([]);
  });

  test('is not shown twice when its message overtakes the answer', () => {
    expect(unseenReplies([reply()], [message('11', 'hello')], me)).toEqual([]);
  });

  test('an older message with the same words does not hide it', () => {
    expect(unseenReplies([reply()], [message('9', 'hello')], me)).toHaveLength(1);
  });

  test('the same words sent twice need two messages', () => {
    const two = [reply({ key: 'a' }), reply({ key: 'b' })];
    expect(unseenReplies(two, [message('11', 'hello')], me).map((left) => left.key)).toEqual(['b']);
  });

  const file = (bytes: number) => ({ file: new File(['x'.repeat(bytes)], 'a.txt'), url: 'blob:a' });
  const attachment = (size: number) => ({
    id: '1',
    filename: 'a.txt',
    size,
    url: 'https://a.example/a.txt',
    proxy_url: 'https://a.example/a.txt',
    content_type: null,
    copy: 'pending' as const,
  });

  test('is told by its files from one with the same words', () => {
    const sending = reply({ files: [file(5)] });
    const others = [message('11', 'hello'), { ...message('12', 'hello'), attachments: [attachment(6)] }];
    expect(unseenReplies([sending], others, me)).toEqual([sending]);
    const its = { ...message('13', 'hello'), attachments: [attachment(5)] };
    expect(unseenReplies([sending], [...others, its], me)).toEqual([]);
  });

  test('is known when its placeholders have become something else', () => {
    const sending = reply({ content: 'Hi %user%, it is %time%. Until %date_days:1% ' });
    expect(
      unseenReplies([sending], [message('11', 'Hi <@7>, it is <t:1:t>. Until <t:86401:d>')], me),
    ).toEqual([]);
    expect(unseenReplies([sending], [message('11', 'Hi <@7>, it is late.')], me)).toEqual([sending]);
  });

  test('a reply that failed stays, unless it arrived without an answer', () => {
    const refused = reply({ status: 'failed', may_have_arrived: false });
    const own = sampleMessage({ id: '11', content: 'hello', author: { ...sampleMessage().author, id: me } });
    expect(unseenReplies([refused], [own], me)).toEqual([refused]);
    const unanswered = reply({ status: 'failed' });
    expect(unseenReplies([unanswered], [message('11', 'hello')], me)).toEqual([unanswered]);
    expect(unseenReplies([unanswered], [own], me)).toEqual([]);
  });

  test('keys differ and are long enough for the server', () => {
    expect(newReplyKey()).toMatch(/^[0-9a-f]{32}$/);
    expect(newReplyKey()).not.toBe(newReplyKey());
  });
});
