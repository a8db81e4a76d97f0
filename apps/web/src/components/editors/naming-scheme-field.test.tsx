import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { loadMessages } from '../../lib/page/messages.ts';
import { renderApp } from '../../test/render.tsx';
import { Form } from '../ui/fields/form.tsx';
import { namingError, sampleChannel } from './naming-sample.ts';
import { NamingSchemeField } from './naming-scheme-field.tsx';

beforeAll(() => loadMessages('editors'));

function openField(start: string | null) {
  let now = start;
  const Host = () => {
    const [value, setValue] = useState(start);
    now = value;
    return (
      <Form onSubmit={() => undefined}>
        <NamingSchemeField value={value} onChange={setValue} />
      </Form>
    );
  };
  return { ...renderApp(<Host />), scheme: () => now };
}

const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Custom naming scheme' });
const toggle = () => screen.getByRole('switch', { name: 'Use server default' });

test('the scheme can be written only without the default of the server, and comes back when it was', async () => {
  const { user, scheme } = openField(null);
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(toggle());
  await user.clear(box());
  await user.type(box(), 'help-%id%');
  await user.click(toggle());
  expect(scheme()).toBe(null);
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(toggle());
  expect(scheme()).toBe('help-%id%');
});

test('spaces become hyphens while one types, also in the middle of a text', async () => {
  const { user, scheme } = openField('ab');
  await user.type(box(), ' c', { initialSelectionStart: 1, initialSelectionEnd: 1 });
  expect(scheme()).toBe('a-cb');
  expect(box().selectionStart).toBe(3);
});

test('the help lists every placeholder, leads to the guide, and puts one in at the caret', async () => {
  const { user, scheme } = openField('x-y');
  expect(screen.getByRole('link', { name: /guide/ }).getAttribute('href')).toContain('/docs/naming-schemes');
  await user.click(screen.getByRole('button', { name: 'Placeholders' }));
  for (const name of [
    'id',
    'id_padded',
    'username',
    'nickname',
    'claimed',
    'claim_indicator',
    'claimed_by',
    'date',
  ]) {
    expect(screen.getByText(`%${name}%`)).toBeTruthy();
  }
  box().setSelectionRange(2, 2);
  await user.click(screen.getByRole('button', { name: /%id_padded%/ }));
  expect(scheme()).toBe('x-%id_padded%y');
  expect(document.activeElement).toBe(box());
});

test('shows the name that a ticket gets, and the one it takes when it is claimed', () => {
  openField('%claimed%-%username%');
  expect(screen.getByText('unclaimed-olive')).toBeTruthy();
  expect(screen.getByText('claimed-olive')).toBeTruthy();
});

test('a name that nothing stands for is told while it is typed', async () => {
  const { user } = openField('');
  await user.type(box(), '%user');
  expect(screen.queryByRole('alert')).toBeNull();
  await user.type(box(), '%');
  expect(screen.getByRole('alert').textContent).toBe('Invalid naming scheme placeholder: user');
});

test('schemes and what becomes of them', () => {
  const facts = { claimed_by: null, now: new Date('2026-11-21T12:00:00Z') };
  expect(sampleChannel('Order %id_padded%!', facts)).toBe('order-0042');
  expect(sampleChannel('%date:dd-mm%', facts)).toBe('21-11');
  expect(sampleChannel('%claimed_by%', facts)).toBe('unclaimed');
  expect(namingError('x'.repeat(100))).toBeUndefined();
  expect(namingError('x'.repeat(101))).toContain('100');
  expect(namingError('%date_days:x%')).toBe('Invalid placeholder format: date_days:x');
});
