import { screen, waitFor } from '@testing-library/react';
import { CustomEmbedInput } from '@tickets/contract/embeds/embeds';
import { describe, expect, test } from 'vitest';
import { json } from '../../../test/fetch-stub.ts';
import { pretendLayout } from '../../../test/layout.ts';
import { sampleTicketView } from '../../../test/sample-ticket.ts';
import { openServerPage } from '../../../test/server-page.tsx';
import { slashAt } from './tag-slash.ts';

describe('a slash asks for a tag', () => {
  test.each([
    ['/', 1, { start: 0, end: 1, letters: '' }],
    ['/Ref', 4, { start: 0, end: 4, letters: 'ref' }],
    ['Hello /re', 9, { start: 6, end: 9, letters: 're' }],
    ['Hello\n/re there', 9, { start: 6, end: 9, letters: 're' }],
  ])('at the start of a text and after a space: %j', (text, cursor, slash) => {
    expect(slashAt(text, cursor)).toEqual(slash);
  });

  test.each([
    ['and/or', 6],
    ['https://example.com', 19],
    ['/refund now', 11],
    ['/ ', 2],
    ['hello', 5],
  ])('nowhere else: %j', (text, cursor) => {
    expect(slashAt(text, cursor)).toBeUndefined();
  });
});

describe('in the reply box', () => {
  pretendLayout();

  const tag = (id: string, content: string | null, embed: object | null = null) => ({
    id,
    content,
    use_embed: embed !== null,
    use_guild_command: false,
    embed,
  });

  async function open() {
    const page = openServerPage('tickets/view/3', {
      'GET tickets/3': () => json(200, sampleTicketView(3)),
      'GET tickets': () =>
        json(200, { success: true, tickets: [], panel_titles: {}, resolved_users: {}, self_id: '9' }),
      'GET premium': () => json(200, { premium: true, tier: 0 }),
      'GET tags': () =>
        json(200, {
          refund: tag('refund', 'Refunds take three days.\nAsk your bank.'),
          return: tag('return', 'Send it back.'),
          rules: tag('rules', null, CustomEmbedInput.parse({ title: 'Rules' })),
        }),
      'POST tickets/3': () => json(200, { success: true, message_id: '99' }),
    });
    const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
    await waitFor(() => expect(box.disabled).toBe(false));
    await page.user.click(box);
    return { ...page, box };
  }

  const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

  test('letters after the slash choose among the tags, and Enter puts the text there to be edited', async () => {
    const { user, box, asked } = await open();
    await user.keyboard('Hi! /');
    await waitFor(() => expect(offered()).toHaveLength(3));
    await user.keyboard('re');
    expect(offered()).toEqual(['/refundRefunds take three days.', '/returnSend it back.']);
    await user.keyboard('{ArrowDown}{ArrowUp}{Enter}');
    expect(box.value).toBe('Hi! Refunds take three days.\nAsk your bank.');
    expect(document.activeElement).toBe(box);
    expect(asked('POST', 'tickets/3')).toEqual([]);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(asked('POST', 'tickets/3')).toHaveLength(1));
  });

  test('Escape puts the tags away and leaves the slash as it was typed', async () => {
    const { user, box } = await open();
    await user.keyboard('/re');
    await waitFor(() => expect(offered()).toHaveLength(2));
    await user.keyboard('{Escape}t');
    expect(offered()).toEqual([]);
    expect(box.value).toBe('/ret');
    expect(document.activeElement).toBe(box);
    await user.keyboard(' /');
    expect(offered()).toHaveLength(3);
  });

  test('what no tag is called is sent as it was typed', async () => {
    const { user, asked } = await open();
    await user.keyboard('/home/maple{Enter}');
    await waitFor(() => expect(asked('POST', 'tickets/3')).toHaveLength(1));
    expect(asked('POST', 'tickets/3')[0]?.body).toMatchObject({ message: { content: '/home/maple' } });
  });

  test('a tag that is nothing but an embed says so, and opens Send Tag with it', async () => {
    const { user, box } = await open();
    await user.keyboard('Hi /rul');
    await waitFor(() => expect(offered()).toEqual(['/rulesOnly an embed: opens Send Tag']));
    await user.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'Send Tag' });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Send' })));
    expect(screen.getByRole('combobox', { name: 'Tag' }).textContent).toContain('rules');
    expect(box.value).toBe('Hi ');
  });
});
