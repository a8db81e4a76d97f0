import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { pretendLayout } from '../test/layout.ts';
import { openServerPage } from '../test/server-page.tsx';
import { addressesOf, serverPages } from './pages.ts';

pretendLayout();

describe('what a page is said to read', () => {
  it.each(Object.entries(serverPages))('is what %s asks for', async (_, { path, reads }) => {
    const numbered = path.replace(/\$\w+/, '5');
    const { addresses } = openServerPage(numbered, {});
    const expected = addressesOf(reads).map((read) => read.replace('$guildId', '1').replace(/\$\w+/, '5'));
    await waitFor(() => expect(addresses()).toEqual(expect.arrayContaining(expected)));
  });
});
