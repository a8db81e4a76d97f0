import { fireEvent, screen } from '@testing-library/react';
import { emojiFile } from '@tickets/discord-ui/emoji/emoji-file';
import { splitEmojis } from '@tickets/discord-ui/emoji/split-emojis';
import { DiscordMessage } from '@tickets/discord-ui/message/discord-message.tsx';
import { describe, expect, it } from 'vitest';
import { readPictures } from '../../../vite-emoji-pictures.ts';
import { renderApp } from '../../test/render.tsx';
import { DiscordSurface } from '../discord/discord-surface.tsx';
import { readEmojiLines } from './emoji.ts';
import { emojiLines } from './emoji-lines.ts';

describe('a text with emojis', () => {
  it.each([
    ['Billing 💳 and refunds', ['Billing ', '💳', ' and refunds']],
    ['👍🏽👩‍💻', ['', '👍🏽', '', '👩‍💻', '']],
    ['🇩🇪 1️⃣ ❤️', ['', '🇩🇪', ' ', '1️⃣', ' ', '❤️', '']],
    // What Discord and browsers write as letters.
    ['© 2026, 3 × 4 ❤ #1', ['© 2026, 3 × 4 ❤ #1']],
  ])('is split into words and emojis: %s', (text, pieces) => {
    expect(splitEmojis(text)).toEqual(pieces);
  });

  it('knows every emoji that the picker offers, alone and in a word', () => {
    const offered = readEmojiLines(emojiLines).flatMap((entry) => [
      entry.emoji,
      ...Object.values(entry.variants ?? {}).map(({ emoji }) => emoji),
    ]);
    const missed = offered.filter(
      (emoji) =>
        splitEmojis(emoji).join('|') !== `|${emoji}|` ||
        splitEmojis(`a${emoji}b`).join('|') !== `a|${emoji}|b`,
    );
    expect(missed).toEqual([]);
  });

  it('is drawn with our pictures in a message, its buttons and its author, and copied as characters', async () => {
    renderApp(
      <DiscordSurface>
        <DiscordMessage
          author={{ name: 'Ada 🦊' }}
          content="Paid **💳**"
          embeds={[{ title: 'Open 🎫', footer: { text: 'Shop 🛒' }, author: { name: 'Desk 🪑' } }]}
          components={[{ type: 1, components: [{ type: 2, label: 'Go 🚀', emoji: { name: '📩' } }] }]}
        />
      </DiscordSurface>,
    );
    expect((await screen.findByAltText('💳')).getAttribute('src')).toBe('/emoji/1f4b3.svg');
    for (const emoji of ['🦊', '🎫', '🛒', '🪑', '🚀', '📩']) expect(screen.getByAltText(emoji)).toBeTruthy();
  });

  it("keeps the system's character where there is no picture", async () => {
    renderApp(
      <DiscordSurface>
        <DiscordMessage author={{ name: 'Ada' }} content="Broken 🫨" />
      </DiscordSurface>,
    );
    fireEvent.error(await screen.findByAltText('🫨'));
    expect(await screen.findByText('🫨')).toBeTruthy();
  });
});

describe('the pictures of the build', () => {
  it('are there for every emoji that the picker offers, in every skin tone', async () => {
    const pictures = await readPictures();
    const offered = readEmojiLines(emojiLines).flatMap((entry) => [
      entry.emoji,
      ...Object.values(entry.variants ?? {}).map(({ emoji }) => emoji),
    ]);
    expect(offered.length).toBeGreaterThan(3000);
    expect(offered.filter((emoji) => !pictures.has(emojiFile(emoji)))).toEqual([]);
  }, 30_000);
});
