import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { json } from '../../test/fetch-stub.ts';
import { pretendLayout } from '../../test/layout.ts';
import { sampleTranscript } from '../../test/sample-transcript.ts';
import { openServerPage } from '../../test/server-page.tsx';

pretendLayout();

const long = Array.from({ length: 12 }, (_, line) => `line ${line}`).join('\n');

function open(answers: { label: string; value: string }[]) {
  return openServerPage('transcripts/view/5', {
    'GET transcripts/5/render': () => json(200, sampleTranscript({ answers })),
  });
}

describe('the answers of a ticket', () => {
  test('stand under their questions as they were typed, also where two questions read the same', async () => {
    open([
      { label: 'What?', value: '*bread* <@1> `x`\n# and tea' },
      { label: 'What?', value: '' },
    ]);
    await screen.findByRole('heading', { name: 'Answers' });
    const [first, second] = screen.getAllByText('What?').map((term) => term.nextElementSibling);
    expect(first?.textContent).toBe('*bread* <@1> `x`\n# and tea');
    expect(second?.textContent).toBe('Not answered');
  });

  test('are cut where they are long, until somebody asks for the rest', async () => {
    const { user } = open([{ label: 'Why?', value: long }]);
    const button = await screen.findByRole('button', { name: 'Show all of the answer to: Why?' });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    await user.click(button);
    const less = screen.getByRole('button', { name: 'Show less of the answer to: Why?' });
    expect(less.getAttribute('aria-expanded')).toBe('true');
    expect(within(document.body).getByText(/line 11/)).toBeTruthy();
  });

  test('have no place in a ticket that asked nothing', async () => {
    open([]);
    expect(await screen.findByText('No messages found.')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Answers' })).toBeNull();
  });
});
