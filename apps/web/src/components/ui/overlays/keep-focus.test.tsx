import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderApp } from '../../../test/render.tsx';
import { Card } from '../card.tsx';
import { TextInput } from '../fields/text-input.tsx';
import { Table } from '../table/table.tsx';
import { ConfirmDialog, Modal } from './modal.tsx';

/** A list as the pages have them; `late` rows go only after the question has closed. */
function List({ names, late = false }: { names: string[]; late?: boolean }) {
  const [rows, setRows] = useState(names);
  const [chosen, setChosen] = useState<string>();
  const [open, setOpen] = useState(false);
  const remove = () => setRows(rows.filter((name) => name !== chosen));
  return (
    <Card title="People">
      <Table
        label="People"
        rows={rows}
        rowKey={(name) => name}
        columns={[
          {
            key: 'remove',
            head: 'Remove',
            cell: (name) => (
              <button
                type="button"
                onClick={() => {
                  setChosen(name);
                  setOpen(true);
                }}
              >
                Remove {name}
              </button>
            ),
          },
        ]}
      />
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={() => {
          setOpen(false);
          if (late) setTimeout(remove, 50);
          else remove();
        }}
        title="Remove?"
        message="They lose access."
        confirmLabel="Yes"
      />
    </Card>
  );
}

async function remove(user: ReturnType<typeof renderApp>['user'], name: string) {
  await user.click(screen.getByRole('button', { name: `Remove ${name}` }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: `Remove ${name}` })).toBeNull());
}
const focused = () => document.activeElement?.textContent;

test.each([
  ['at once', false],
  ['after the question has closed', true],
])(
  'when a row goes %s, the focus passes to the next row, then the one before, then the heading',
  async (_, late) => {
    const { user } = renderApp(<List names={['Ann', 'Ben', 'Cy']} late={late} />);
    await remove(user, 'Ben');
    await waitFor(() => expect(focused()).toBe('Remove Cy'));
    await remove(user, 'Cy');
    await waitFor(() => expect(focused()).toBe('Remove Ann'));
    await remove(user, 'Ann');
    await waitFor(() => expect(focused()).toBe('People'));
  },
);

test('whoever changes their mind is back at the button that asked', async () => {
  const { user } = renderApp(<List names={['Ann', 'Ben']} />);
  await user.click(screen.getByRole('button', { name: 'Remove Ann' }));
  await screen.findByRole('dialog');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(focused()).toBe('Remove Ann'));
});

test('a question begins at the choice that changes nothing', async () => {
  const { user } = renderApp(<List names={['Ann']} />);
  await user.click(screen.getByRole('button', { name: 'Remove Ann' }));
  await waitFor(() => expect(focused()).toBe('Cancel'));
});

test('a modal with fields begins at the first, not at its close cross', async () => {
  renderApp(
    <Modal open onClose={() => undefined} title="Rename" footer={<button type="button">Save</button>}>
      <TextInput aria-label="Name" value="" onChange={() => undefined} />
      <TextInput aria-label="Reason" value="" onChange={() => undefined} />
    </Modal>,
  );
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' })));
});
