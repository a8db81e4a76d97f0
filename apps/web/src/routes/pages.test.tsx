import { QueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAppRouter } from '../router.tsx';
import { pretendLayout } from '../test/layout.ts';
import { openServerPage } from '../test/server-page.tsx';
import { addressesOf, pages, serverPages } from './pages.ts';

pretendLayout();

describe('what a page is said to read', () => {
  it.each(Object.entries(serverPages))('is what %s asks for', async (_, { path, reads }) => {
    const numbered = path.replace(/\$\w+/, '5');
    const { addresses } = openServerPage(numbered, {});
    const expected = addressesOf(reads).map((read) => read.replace('$guildId', '1').replace(/\$\w+/, '5'));
    await waitFor(() => expect(addresses()).toEqual(expect.arrayContaining(expected)));
  });
});

const files = import.meta.glob<Record<string, unknown>>('../features/**/*-page.tsx');

describe('a page of the table', () => {
  const { routesByPath } = createAppRouter(new QueryClient());
  it.each(Object.entries({ ...pages, ...serverPages }))(
    '%s has its route and its screen',
    async (_, page) => {
      const isThere = (path: string) => path === page.path || path === `/manage/$guildId/${page.path}`;
      expect(Object.keys(routesByPath).filter(isThere)).toHaveLength(1);
      const screen = await files[`../features/${page.screen}.tsx`]?.();
      expect(screen?.[page.component]).toBeTypeOf('function');
    },
  );
});

it('a page that comes while a dialog is open leaves the focus there', async () => {
  const { router } = openServerPage('tags', {});
  await screen.findByRole('heading', { level: 1, name: 'Tags' });
  await router.navigate({ to: '/manage/$guildId/blacklist', params: { guildId: '1' } });
  const title = await screen.findByRole('heading', { level: 1, name: 'Blacklist' });
  await waitFor(() => expect(document.activeElement).toBe(title));
  const dialog = document.createElement('div');
  dialog.setAttribute('role', 'dialog');
  const field = dialog.appendChild(document.createElement('input'));
  document.body.append(dialog);
  onTestFinished(() => dialog.remove());
  field.focus();
  await router.navigate({ to: '/manage/$guildId/tags', params: { guildId: '1' } });
  await screen.findByRole('heading', { level: 1, name: 'Tags' });
  expect(document.activeElement).toBe(field);
});
