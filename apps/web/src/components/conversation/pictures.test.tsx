import { screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { loadMessages } from '../../lib/page/messages.ts';
import { answerWith, json } from '../../test/fetch-stub.ts';
import { pretendLayout } from '../../test/layout.ts';
import { renderApp } from '../../test/render.tsx';
import { DiscordPreview } from '../discord/discord-preview.tsx';
import { Conversation } from './conversation.tsx';

pretendLayout();
beforeAll(() => loadMessages('conversation'));

const stranger = 'https://pictures.example/who-reads-this.png';
const ours = '/image-proxy?token=a.b';

/** A message with a picture, a film and a sound in every place that has one, as it came from whoever sent it. */
function messageWith(passed_on: { proxy_url?: string }) {
  const { proxy_url } = passed_on;
  const media = { url: stranger, ...passed_on };
  const icon = { icon_url: stranger, ...(proxy_url && { proxy_icon_url: proxy_url }) };
  const file = { size: 1, proxy_url: '', ...media };
  return {
    id: '1',
    author: { key: '1', name: 'Tickets', avatarUrl: '', bot: true },
    time: Date.parse('2026-01-01T12:00:00Z'),
    content: '',
    edited: false,
    deleted: false,
    embeds: [
      {
        author: { name: 'Desk', ...icon },
        footer: { text: 'Bye', ...icon },
        image: media,
        thumbnail: media,
        video: media,
      },
      { type: 'image', thumbnail: media },
    ],
    components: [
      { type: 17, components: [{ type: 12, items: [{ media }] }] },
      { type: 9, accessory: { type: 11, media } },
      { type: 11, media },
    ],
    attachments: [
      { ...file, id: '1', filename: 'a.png', content_type: 'image/png' },
      { ...file, id: '2', filename: 'a.mp4', content_type: 'video/mp4' },
      { ...file, id: '3', filename: 'a.ogg', content_type: 'audio/ogg' },
    ],
  };
}

/** Every address that the browser loads by itself. */
const loadedBy = (container: HTMLElement) =>
  [...container.querySelectorAll('*')].flatMap((element) => [
    ...['src', 'srcset', 'poster', 'data'].flatMap((name) => element.getAttribute(name) ?? []),
    ...(element.getAttribute('style')?.includes('url(') ? [element.getAttribute('style')] : []),
  ]);

test('pictures of messages are fetched where our server says, in every place that has one', () => {
  const message = messageWith({ proxy_url: ours });
  const { container } = renderApp(<Conversation messages={[message]} mentions={{}} empty={null} />);
  expect(new Set(loadedBy(container))).toEqual(new Set([ours]));
  expect(loadedBy(container)).toHaveLength(9);
});

test('what our server did not say is not fetched from whoever has it: files stay links, pictures are left out', () => {
  for (const passed_on of [{}, { proxy_url: stranger }]) {
    const { container, unmount } = renderApp(
      <Conversation messages={[messageWith(passed_on)]} mentions={{}} empty={null} />,
    );
    expect(loadedBy(container)).toEqual([]);
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'a.png1 B',
      'a.mp41 B',
      'a.ogg1 B',
    ]);
    unmount();
  }
});

test('a preview asks our server once where to fetch what is typed, after a pause, and shows nothing before', async () => {
  const seen = answerWith(() => json(200, { success: true, url: ours }));
  const embedOf = (url: string) => [{ title: 'Help', image: { url }, thumbnail: { url } }];
  const { container, rerender } = renderApp(<DiscordPreview embeds={embedOf('https://')} />);
  for (const end of [6, 12, 25]) rerender(<DiscordPreview embeds={embedOf(stranger.slice(0, 8 + end))} />);
  rerender(<DiscordPreview embeds={embedOf(stranger)} />);
  expect(loadedBy(container)).toEqual([]);
  await expect.poll(() => loadedBy(container)).toEqual([ours, ours]);
  expect(seen.map(({ body }) => body)).toEqual([{ url: stranger }]);
});
