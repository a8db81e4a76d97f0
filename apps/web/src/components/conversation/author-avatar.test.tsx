import { fireEvent, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AuthorAvatar, AvatarFailuresProvider, useAvatarFailures } from './author-avatar.tsx';
import type { ConversationAuthor } from './types.ts';

const ann: ConversationAuthor = {
  key: '1',
  name: 'Ann',
  avatarUrl: 'http://cdn.test/ann.webp',
  fallbackAvatarUrl: 'http://cdn.test/0.png',
  bot: false,
};

function Messages({ authors }: { authors: ConversationAuthor[] }) {
  return (
    <AvatarFailuresProvider value={useAvatarFailures()}>
      {authors.map((author, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
        <AuthorAvatar key={index} author={author} />
      ))}
    </AvatarFailuresProvider>
  );
}

test('an avatar that fails gives way to the fallback in all messages of its author, and then to initials', () => {
  const { container } = render(<Messages authors={[ann, ann]} />);
  const addresses = () => [...container.querySelectorAll('img')].map((image) => image.src);
  const fail = () => fireEvent.error(container.querySelector('img') ?? container);

  expect(addresses()).toEqual([ann.avatarUrl, ann.avatarUrl]);
  fail();
  expect(addresses()).toEqual([ann.fallbackAvatarUrl, ann.fallbackAvatarUrl]);
  fail();
  expect(addresses()).toEqual([]);
  expect(container.textContent).toBe('AA');
});

test('an author whose picture is the fallback already is not asked for it twice', () => {
  const plain = { ...ann, avatarUrl: 'http://cdn.test/0.png' };
  const { container } = render(<Messages authors={[plain]} />);
  fireEvent.error(container.querySelector('img') ?? container);
  expect(container.querySelector('img')).toBeNull();
});
