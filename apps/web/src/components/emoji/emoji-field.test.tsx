import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadMessages } from '../../lib/page/messages.ts';
import { pretendLayout } from '../../test/layout.ts';
import { renderApp } from '../../test/render.tsx';
import { Field } from '../ui/fields/field.tsx';
import { Form } from '../ui/fields/form.tsx';
import { EmojiField, type EmojiFieldProps } from './emoji-field.tsx';

pretendLayout();
beforeAll(() => loadMessages('editors'));

function Example(props: Partial<EmojiFieldProps>) {
  const [value, setValue] = useState('📩 mail');
  return (
    <>
      <EmojiField label="Emoji" value={value} onChange={setValue} storageKey="test_emojis" {...props} />
      <p>outside</p>
    </>
  );
}

async function open(props: Partial<EmojiFieldProps> = {}) {
  const { user } = renderApp(<Example {...props} />);
  await user.click(screen.getByRole('button', { name: 'Pick an emoji' }));
  const picker = within(await screen.findByRole('dialog', { name: 'Emojis' }));
  const search = picker.getByRole('searchbox');
  const cell = (name: string) => picker.findByRole('button', { name });
  return { user, picker, search, cell };
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Emoji' });
/** The emojis whose pictures an element shows. */
const drawnIn = (element: HTMLElement) => Array.from(element.querySelectorAll('img'), ({ alt }) => alt);
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog', { name: 'Emojis' })).toBeNull());

describe('EmojiField', () => {
  it('draws an emoji with our picture, and shows letters as they are typed', async () => {
    const { user } = renderApp(<Example placeholder="📩" />);
    const drawn = () => Array.from(document.querySelectorAll('img'), ({ alt }) => alt);
    expect(drawn()).toEqual([]);
    await user.clear(field());
    expect(drawn()).toEqual(['📩']);
    await user.type(field(), '🎫');
    expect([field().value, drawn()]).toEqual(['🎫', ['🎫']]);
  });

  it('replaces what is in the field with the picked emoji', async () => {
    const { user, cell } = await open();
    await user.click(await cell('Grinning face'));
    await isClosed();
    expect(field().value).toBe('😀');
  });

  it('can be typed into', async () => {
    const { user } = renderApp(<Example />);
    await user.clear(field());
    await user.type(field(), '🎫');
    expect(field().value).toBe('🎫');
  });

  it('has no picker while it is disabled, by itself or by the field around it', () => {
    renderApp(
      <>
        <Example disabled />
        <Field label="Around" disabled>
          <EmojiField value="" onChange={() => undefined} storageKey="test_emojis" />
        </Field>
      </>,
    );
    expect(field().disabled).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Around' }).disabled).toBe(true);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('shows its placeholder, and the problem that a form has with it', () => {
    renderApp(
      <Form onSubmit={() => undefined} problems={[{ path: 'emote', message: 'Invalid emoji' }]}>
        <Example name="emote" placeholder="📩" />
      </Form>,
    );
    expect(field().placeholder).toBe('📩');
    expect(screen.getByRole('alert').textContent).toBe('Invalid emoji');
  });
});

describe('the picker', () => {
  it('has the tabs of the eight categories and of recent ones, and none for skin tones', async () => {
    const { picker } = await open();
    expect(picker.getAllByRole('tab').map((tab) => tab.getAttribute('aria-label'))).toEqual([
      'Recently Used',
      'Smileys & People',
      'Animals & Nature',
      'Food & Drink',
      'Activities',
      'Travel & Places',
      'Objects',
      'Symbols',
      'Flags',
    ]);
  });

  it('shows a category when its tab is pressed, and draws only the rows in sight', async () => {
    const { user, picker, cell } = await open();
    await user.click(picker.getByRole('tab', { name: 'Flags' }));
    await cell('Chequered flag');
    expect(picker.getByRole('grid').getAttribute('aria-rowcount')).toBe('30');
    expect(picker.getAllByRole('row').length).toBeLessThan(15);
  });

  it('finds by alias, and tells upper from lower case', async () => {
    const { user, picker, search, cell } = await open();
    await user.type(search, 'ving_ha');
    await cell('Waving hand');
    expect(picker.getByRole('status').textContent).toBe('1 emoji found');
    await user.clear(search);
    await user.type(search, 'Grin');
    expect(picker.getByRole('status').textContent).toBe('No emojis found.');
    expect(picker.queryByRole('grid')).toBeNull();
  });

  it('previews what the pointer and the focus are on', async () => {
    const { user, picker, cell } = await open();
    await user.hover(await cell('Grinning face with big eyes'));
    picker.getByText(':smiley:');
    await user.unhover(await cell('Grinning face with big eyes'));
    expect(picker.queryByText(':smiley:')).toBeNull();
    await user.keyboard('{ArrowDown}');
    picker.getByText(':grinning:');
  });

  it('offers the emoji and its five skin tones, and closes when one is chosen', async () => {
    const { user, search, cell } = await open();
    await user.type(search, 'waving_hand');
    await user.click(await cell('Waving hand'));
    const tones = within(await screen.findByRole('dialog', { name: 'Skin tones of Waving hand' }));
    const glyphs = tones.getAllByRole('button').flatMap((button) => drawnIn(button));
    expect(glyphs).toEqual(['👋', '👋🏻', '👋🏼', '👋🏽', '👋🏾', '👋🏿']);
    await user.click(tones.getByRole('button', { name: 'Waving hand: medium skin tone' }));
    await isClosed();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(field().value).toBe('👋🏽');
  });

  it('closes the skin tones by their button and by Escape, and stays open', async () => {
    const { user, search, cell } = await open();
    const gone = () =>
      waitFor(() => expect(screen.queryByRole('dialog', { name: /^Skin tones/ })).toBeNull());
    await user.type(search, 'waving_hand');
    await user.click(await cell('Waving hand'));
    await user.click(await screen.findByRole('button', { name: 'Close skin tones' }));
    await gone();
    await user.click(await cell('Waving hand'));
    await screen.findByRole('dialog', { name: /^Skin tones/ });
    await user.keyboard('{Escape}');
    await gone();
    expect(search.isConnected).toBe(true);
    expect(field().value).toBe('📩 mail');
  });

  it.each([
    ['Escape', (user: ReturnType<typeof renderApp>['user']) => user.keyboard('{Escape}')],
    [
      'a press outside',
      (user: ReturnType<typeof renderApp>['user']) => user.click(screen.getByText('outside')),
    ],
  ])('closes on %s, and forgets what was searched for', async (_name, close) => {
    const { user, search } = await open();
    await user.type(search, 'grin');
    await close(user);
    await isClosed();
    await user.click(screen.getByRole('button', { name: 'Pick an emoji' }));
    expect(await screen.findByRole<HTMLInputElement>('searchbox')).toHaveProperty('value', '');
  });

  it('is used with the keyboard alone, and gives the focus back', async () => {
    const { user } = renderApp(<Example />);
    await user.tab();
    await user.tab();
    await user.keyboard('{Enter}');
    const search = await screen.findByRole('searchbox');
    await waitFor(() => expect(document.activeElement).toBe(search));
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}{ArrowLeft}{ArrowUp}{ArrowRight}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Grinning face with big eyes');
    // Letters go to the search box, from wherever they are typed.
    await user.keyboard('heart_eyes_cat');
    expect(search).toHaveProperty('value', 'heart_eyes_cat');
    await user.keyboard('{Enter}');
    await isClosed();
    expect(field().value).toBe('😻');
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Pick an emoji' })),
    );
  });

  it('lists what was picked lately, the newest first, and skin tones as they were picked', async () => {
    localStorage.setItem('test_emojis', JSON.stringify(['wave_tone3', 'no_such_emoji', 'smiley']));
    const { user, picker } = await open();
    expect(picker.getByRole('tab', { selected: true }).getAttribute('aria-label')).toBe('Recently Used');
    const cells = () => screen.getAllByRole('gridcell').flatMap((one) => drawnIn(one));
    await waitFor(() => expect(cells()).toEqual(['👋🏽', '😃']));
    await user.click(picker.getByRole('button', { name: 'Grinning face with big eyes' }));
    await isClosed();
    await user.click(screen.getByRole('button', { name: 'Pick an emoji' }));
    await waitFor(() => expect(cells()).toEqual(['😃', '👋🏽']));
  });

  it('says what the list of recent ones is for while it is empty', async () => {
    const { user, picker } = await open();
    await user.click(picker.getByRole('tab', { name: 'Recently Used' }));
    picker.getByText('Emojis that you choose are listed here.');
  });
});
