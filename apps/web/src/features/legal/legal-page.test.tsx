import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createQueryClient } from '../../lib/api/query-client.ts';
import { setConfig } from '../../lib/page/config.ts';
import { createAppRouter } from '../../router.tsx';
import { renderApp, testConfig } from '../../test/render.tsx';

/** Signed out, at an address. */
function open(path: string) {
  const queryClient = createQueryClient();
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [path] }));
  renderApp(<RouterProvider router={router} />, queryClient);
}

it.each(['/legal/privacy', '/legal/tos'])(
  '%s names who runs the installation, and leads to them',
  async (path) => {
    open(path);
    setConfig({ ...testConfig, operator_name: 'Harbour Club', operator_contact: 'privacy@harbour.test' });
    expect(await screen.findByText(/Harbour Club runs this installation/)).toBeTruthy();
    const link = screen.getByRole('link', { name: 'privacy@harbour.test' });
    expect(link.getAttribute('href')).toBe('mailto:privacy@harbour.test');
  },
);

it('a contact that is a web address is a link to it', async () => {
  open('/legal/tos');
  setConfig({ ...testConfig, operator_contact: 'https://harbour.test/contact' });
  const link = await screen.findByRole('link', { name: 'https://harbour.test/contact' });
  expect(link.getAttribute('href')).toBe('https://harbour.test/contact');
});

it('the privacy policy says how soon data requests are handled, also where nobody is named', async () => {
  open('/legal/privacy');
  expect(await screen.findByText(/Data requests are handled within 30 days/)).toBeTruthy();
  expect(screen.getByText(/The people who run this installation are responsible/)).toBeTruthy();
});

it('the privacy policy names all who get to know something: integrations, webhooks, and who can see who read what', async () => {
  open('/legal/privacy');
  expect(await screen.findByRole('heading', { name: 'What is sent to others' })).toBeTruthy();
  for (const words of [/Integrations that a server has added receive/, /Webhooks that its administrators/])
    expect(screen.getByText(words)).toBeTruthy();
  for (const words of [/who read which transcript/, /the notes of a ticket stays in Discord/, /audit log/])
    expect(screen.getByText(words)).toBeTruthy();
});
