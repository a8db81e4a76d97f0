import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { loadMessages } from '../../lib/page/messages.ts';
import { renderApp } from '../../test/render.tsx';
import { BotFaceContext } from './bot-face.ts';
import { DiscordModal } from './discord-modal.tsx';
import { DiscordPreview } from './discord-preview.tsx';

describe('previews', () => {
  it('show the bot as the server knows it, in messages and in forms', async () => {
    await loadMessages('forms');
    const { container } = renderApp(
      <BotFaceContext value={{ name: 'Harbour Desk', avatarUrl: 'http://cdn.test/desk.webp' }}>
        <DiscordPreview content="Hello" />
        <DiscordModal title="Report" inputs={[]} />
      </BotFaceContext>,
    );
    expect(screen.getByText('Harbour Desk')).toBeTruthy();
    expect(screen.getByText(/will be submitted to Harbour Desk/)).toBeTruthy();
    expect(Array.from(container.querySelectorAll('img'), ({ src }) => src)).toEqual([
      'http://cdn.test/desk.webp',
      'http://cdn.test/desk.webp',
    ]);
  });

  it('have the name of the product where no server has told', () => {
    renderApp(<DiscordPreview content="Hello" />);
    expect(screen.getByText('Tickets')).toBeTruthy();
  });
});
