import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderHosted } from '../test/render.tsx';
import type { DiscordFile } from '../types.ts';
import { Attachments } from './attachments.tsx';

const file = (values: Partial<DiscordFile>): DiscordFile => ({
  id: '1',
  filename: 'berth.png',
  size: 2048,
  url: 'https://files.test/1',
  proxy_url: 'https://files.test/1',
  content_type: 'image/png',
  ...values,
});

const pictures = () => screen.queryAllByRole('img').map((image) => image.getAttribute('alt'));
const links = () => screen.getAllByRole('link').map((link) => link.textContent);

test('a drawing that is a program is a link for everybody, also while it is being sent', () => {
  const svg = { filename: 'plan.svg', content_type: 'image/svg+xml' };
  const here = `blob:${location.origin}/1`;
  renderHosted(<Attachments files={[file(svg), file({ ...svg, id: '2', url: here, proxy_url: here })]} />);
  expect(pictures()).toEqual([]);
  expect(links()).toEqual(['plan.svg2 KB', 'plan.svg2 KB']);
});

test('a picture that cannot be loaded gives way to a link, the others stay', () => {
  renderHosted(<Attachments files={[file({}), file({ id: '2', filename: 'dock.png' })]} />);
  fireEvent.error(screen.getByRole('img', { name: 'Picture: berth.png' }));
  expect(pictures()).toEqual(['Picture: dock.png']);
  expect(links()).toEqual(['berth.png2 KB', '']);
});

test('a voice message can be heard where it stands, and fetched; one that cannot be played is a link', () => {
  renderHosted(
    <Attachments files={[file({ filename: 'voice-message.ogg', content_type: 'audio/ogg; codecs=opus' })]} />,
  );
  const sound = screen.getByLabelText<HTMLAudioElement>('Sound: voice-message.ogg');
  expect(sound.controls).toBe(true);
  expect(links()).toEqual(['voice-message.ogg2 KB']);
  fireEvent.error(sound);
  expect(screen.queryByLabelText('Sound: voice-message.ogg')).toBeNull();
  expect(links()).toEqual(['voice-message.ogg2 KB']);
});
