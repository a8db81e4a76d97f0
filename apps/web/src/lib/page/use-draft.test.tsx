import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { renderApp } from '../../test/render.tsx';
import { storeSession } from '../session/session.ts';
import { startSignIn } from '../session/sign-in.ts';
import { readToasts } from './toast.ts';
import { useDraft } from './use-draft.ts';

interface Form {
  name: string;
  secret: string;
}
const stored = { name: 'Old', secret: 'hidden' };
const assign = vi.fn();

const signIn = (id: string) =>
  storeSession({ token: 't', user_data: { id, username: 'nelly', avatar: '', admin: false } });
const at = (pathname: string) =>
  vi.stubGlobal('location', { ...window.location, origin: 'http://localhost:3000', pathname, assign });

beforeEach(() => {
  assign.mockReset();
  at('/manage/1/settings');
  signIn('9');
});

function Editor({ now, keepable }: { now: Form; keepable?: (edited: Form) => Partial<Form> }) {
  const { value, base, dirty, patch, reset } = useDraft(now, 1, keepable);
  return (
    <>
      <input aria-label="Name" value={value.name} onChange={(event) => patch({ name: event.target.value })} />
      <output>{JSON.stringify({ value, base, dirty })}</output>
      <button type="button" onClick={reset}>
        Reset
      </button>
    </>
  );
}
const open = (now: Form = stored, keepable?: (edited: Form) => Partial<Form>) =>
  renderApp(<Editor now={now} {...(keepable && { keepable })} />);
const name = () => screen.getByLabelText<HTMLInputElement>('Name').value;
const seen = () => JSON.parse(screen.getByRole('status').textContent ?? '');

/** Somebody types, and is sent to sign in, as by any call that is answered with 401. */
async function typeAndLoseTheSession(text: string, keepable?: (edited: Form) => Partial<Form>) {
  const { user, unmount } = open(stored, keepable);
  if (text) await user.type(screen.getByLabelText('Name'), text);
  void startSignIn();
  await waitFor(() => expect(assign).toHaveBeenCalledOnce());
  unmount();
}

describe('a form that is open when the session ends', () => {
  test('has what was typed again after sign-in, says so, and still knows what the typing began from', async () => {
    await typeAndLoseTheSession(' and new');
    signIn('9');
    open({ ...stored, secret: 'changed by somebody else' });
    expect(seen()).toEqual({
      value: { name: 'Old and new', secret: 'hidden' },
      base: { value: stored, version: 1 },
      dirty: true,
    });
    await waitFor(() =>
      expect(
        readToasts()
          .map(({ text }) => text)
          .join(),
      ).toMatch(/is back/),
    );
  });

  test('gives it back once', async () => {
    await typeAndLoseTheSession(' and new');
    const { user, unmount } = open();
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    expect(name()).toBe('Old');
    unmount();
    open();
    expect(name()).toBe('Old');
  });

  test('keeps it from other pages and other people', async () => {
    await typeAndLoseTheSession(' and new');
    at('/manage/2/settings');
    const { unmount } = open();
    expect(name()).toBe('Old');
    unmount();
    at('/manage/1/settings');
    signIn('8');
    open();
    expect(name()).toBe('Old');
    expect(JSON.stringify(sessionStorage)).not.toContain('new');
  });

  test('keeps it where the same person signed out in another tab', async () => {
    await typeAndLoseTheSession(' and new');
    localStorage.clear();
    signIn('9');
    open();
    expect(name()).toBe('Old and new');
  });

  test('stores nothing while nobody typed, nor what no browser may keep', async () => {
    await typeAndLoseTheSession('');
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('unsaved'))).toEqual([]);
    assign.mockReset();
    await typeAndLoseTheSession(' and new', ({ secret: _, ...others }) => others);
    expect(JSON.stringify(sessionStorage)).not.toContain('hidden');
    open({ name: 'Old', secret: 'another' });
    expect(seen().value).toEqual({ name: 'Old and new', secret: 'another' });
  });
});
