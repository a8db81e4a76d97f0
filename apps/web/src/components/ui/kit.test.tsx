import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { loadMessages } from '../../lib/page/messages.ts';
import { dismissAllToasts, toast } from '../../lib/page/toast.ts';
import { renderApp } from '../../test/render.tsx';
import { Avatar } from './avatar.tsx';
import { Combobox } from './choosing/combobox.tsx';
import { channelOptions } from './choosing/option-marks.tsx';
import { Select } from './choosing/select.tsx';
import { Collapsible } from './collapsible.tsx';
import { ColourInput } from './fields/colour-input.tsx';
import { DurationInput } from './fields/duration-input.tsx';
import { Field } from './fields/field.tsx';
import { Form } from './fields/form.tsx';
import { NumberInput } from './fields/number-input.tsx';
import { Switch } from './fields/switch.tsx';
import { TextInput } from './fields/text-input.tsx';
import { ConfirmDialog, Modal } from './overlays/modal.tsx';
import { Toaster } from './overlays/toaster.tsx';
import { Tooltip } from './overlays/tooltip.tsx';
import { Pagination } from './table/pagination.tsx';
import { Table } from './table/table.tsx';

beforeAll(() => loadMessages('editors'));

describe('Field and Form', () => {
  it('ties label, hint and error to the control', () => {
    renderApp(
      <Field label="Title" hint="Shown above the button." error="Write a title." required>
        <TextInput value="" onChange={() => undefined} />
      </Field>,
    );
    const input = screen.getByRole('textbox', { name: /Title/ });
    expect(input).toHaveProperty('required', true);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    const described = input.getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
      'Write a title.',
      'Shown above the button.',
    ]);
  });

  it('shows each problem of the server at its field and moves the focus to the first', async () => {
    const form = (problems?: { path: string; message: string }[]) => (
      <Form onSubmit={() => undefined} problems={problems}>
        <Field label="Title" name="title">
          <TextInput value="" onChange={() => undefined} />
        </Field>
        <Field label="Content" name="content">
          <TextInput value="" onChange={() => undefined} />
        </Field>
      </Form>
    );
    const { rerender } = renderApp(form());
    rerender(form([{ path: 'content', message: 'Write something.' }]));
    expect(screen.getByRole('alert').textContent).toBe('Write something.');
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Content' })),
    );
  });

  it('says a problem until the value is another one, and again when it is found again', async () => {
    const Held = () => {
      const [value, setValue] = useState({ title: '', kind: 'a' });
      const [problems, setProblems] = useState<{ path: string; message: string }[]>();
      return (
        <Form
          problems={problems}
          onSubmit={() =>
            setProblems([
              { path: 'title', message: 'Write a title.' },
              { path: 'kind', message: 'Choose another kind.' },
            ])
          }
        >
          <Field label="Title" name="title">
            <TextInput value={value.title} onChange={(title) => setValue({ ...value, title })} />
          </Field>
          <Field label="Kind" name="kind">
            <Select
              value={value.kind}
              onChange={(kind) => setValue({ ...value, kind })}
              options={['a', 'b'].map((kind) => ({ value: kind, label: kind }))}
            />
          </Field>
          <button type="submit">Save</button>
        </Form>
      );
    };
    const { user } = renderApp(<Held />);
    const said = () => screen.queryAllByRole('alert').map((alert) => alert.textContent);
    const title = screen.getByRole('textbox', { name: 'Title' });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(said()).toEqual(['Write a title.', 'Choose another kind.']);

    await user.type(title, 'S');
    expect(said()).toEqual(['Choose another kind.']);
    expect(title.getAttribute('aria-invalid')).toBeNull();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'b');
    expect(said()).toEqual([]);

    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(said()).toEqual(['Write a title.', 'Choose another kind.']);
    expect(document.activeElement).toBe(title);
  });
});

describe('inputs', () => {
  it('a number is held within its bounds while it is typed and when it is left', async () => {
    const Held = () => {
      const [value, setValue] = useState(5);
      return (
        <>
          <NumberInput aria-label="Limit" value={value} onChange={setValue} min={1} max={10} />
          <output>{value}</output>
        </>
      );
    };
    const { user } = renderApp(<Held />);
    const input = screen.getByRole('spinbutton');
    await user.clear(input);
    await user.type(input, '64');
    expect(screen.getByRole('status').textContent).toBe('10');
    await user.clear(input);
    await user.tab();
    expect(input).toHaveProperty('value', '10');
    await user.clear(input);
    await user.type(input, '0');
    await user.tab();
    expect(input).toHaveProperty('value', '1');
  });

  it('a duration of parts is one number of seconds', async () => {
    const onChange = vi.fn();
    const { user } = renderApp(
      <Field label="Since last message" group>
        <DurationInput value={93_780} onChange={onChange} />
      </Field>,
    );
    expect(screen.getByRole('group', { name: 'Since last message' })).toBeTruthy();
    expect(screen.getByRole('spinbutton', { name: 'days' })).toHaveProperty('value', '1');
    await user.clear(screen.getByRole('spinbutton', { name: 'hours' }));
    await user.type(screen.getByRole('spinbutton', { name: 'hours' }), '5');
    expect(onChange).toHaveBeenLastCalledWith(86_400 + 5 * 3600 + 180);
  });

  it('only a text that is a colour changes the colour; with another the form says so and waits', async () => {
    const [onChange, onSubmit] = [vi.fn(), vi.fn()];
    const { user } = renderApp(
      <Form onSubmit={onSubmit}>
        <Field label="Success">
          <ColourInput value="#2ecc71" onChange={onChange} />
        </Field>
        <button type="submit">Save</button>
      </Form>,
    );
    const input = screen.getByRole('textbox', { name: 'Success' });
    await user.clear(input);
    await user.type(input, 'nope');
    expect(onChange).not.toHaveBeenCalled();
    expect(input.getAttribute('aria-invalid')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByRole('alert').textContent).toContain('# and six digits');
    expect(input).toHaveProperty('value', 'nope');
    expect(document.activeElement).toBe(input);
    expect(onSubmit).not.toHaveBeenCalled();
    await user.clear(input);
    await user.type(input, 'FC3F35');
    expect(onChange).toHaveBeenLastCalledWith('#fc3f35');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it('a press that leaves a wrong colour is over before the form says so, so that no button moves under it', async () => {
    const { user } = renderApp(
      <>
        <ColourInput aria-label="Success" value="#2ecc71" onChange={() => undefined} />
        <button type="submit">Save</button>
      </>,
    );
    await user.type(screen.getByRole('textbox', { name: 'Success' }), '{Backspace}');
    await user.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('button', { name: 'Save' }) });
    expect(screen.queryByRole('alert')).toBeNull();
    await user.pointer({ keys: '[/MouseLeft]' });
    expect((await screen.findByRole('alert')).textContent).toContain('# and six digits');
  });

  it('a switch says whether it is on, and its label presses it', async () => {
    const onChange = vi.fn();
    const { user } = renderApp(
      <Field label="Users can close" inline>
        <Switch checked={false} onChange={onChange} />
      </Field>,
    );
    expect(screen.getByRole('switch', { name: 'Users can close' })).toHaveProperty('checked', false);
    await user.click(screen.getByText('Users can close'));
    expect(onChange).toHaveBeenCalledWith(true);
  });
});

describe('Combobox', () => {
  const channels = [
    { id: '4', name: 'Support', type: 4, position: 1, parent_id: null },
    { id: '1', name: 'general', type: 0, position: 5, parent_id: null },
    { id: '2', name: 'help', type: 0, position: 1, parent_id: '4' },
    { id: '3', name: 'news', type: 5, position: 0, parent_id: '4' },
  ];

  it('lists channels of the wanted kinds under their categories', () => {
    expect(channelOptions(channels, [0]).map(({ label, group }) => [label, group])).toEqual([
      ['general', undefined],
      ['help', 'Support'],
    ]);
    expect(channelOptions(channels, [0, 5]).map(({ label }) => label)).toEqual(['general', 'news', 'help']);
    expect(channelOptions(channels, [4]).map(({ label }) => label)).toEqual(['Support']);
  });

  it('finds an option by typing and chooses it by keyboard', async () => {
    const onChange = vi.fn();
    const { user } = renderApp(
      <Field label="Channel">
        <Combobox value="1" options={channelOptions(channels, [0, 5])} onChange={onChange} />
      </Field>,
    );
    await user.click(screen.getByRole('combobox', { name: /Channel/ }));
    await user.type(await screen.findByPlaceholderText('Search'), 'hel');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    await user.keyboard('{Enter}');
    expect(onChange).toHaveBeenCalledWith('2');
  });

  it('shows a value that is gone by the text given for it', () => {
    renderApp(
      <Combobox
        aria-label="Channel"
        value="99"
        missingLabel="Unknown Channel"
        options={[]}
        onChange={() => undefined}
      />,
    );
    expect(screen.getByText('Unknown Channel')).toBeTruthy();
  });

  it('can be cleared', async () => {
    const onChange = vi.fn();
    const { user } = renderApp(
      <Combobox
        aria-label="Channel"
        value="1"
        clearable
        options={channelOptions(channels, [0])}
        onChange={onChange}
      />,
    );
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(onChange).toHaveBeenCalledWith(null);
  });
});

describe('messages', () => {
  it('a toast has the title Success or Error and its message; a warning is an Error too', async () => {
    renderApp(<Toaster />);
    act(() => {
      toast.success('Your settings have been saved.');
      toast.warning('Your archive channel has not been saved.');
    });
    const success = screen.getByText('Your settings have been saved.').parentElement;
    const warning = screen.getByText('Your archive channel has not been saved.').parentElement;
    expect(success?.textContent).toContain('Success');
    expect(warning?.textContent).toContain('Error');
    act(() => dismissAllToasts());
  });

  it('a toast stands above the bar at the foot of the window that is being worked with, and only above that', () => {
    const box =
      (top: number, height: number, left = 0, width = 1000) =>
      () =>
        ({ top, height, left, bottom: top + height, right: left + width }) as DOMRect;
    const bottomOver = (bar: () => DOMRect) => {
      const { container, unmount } = renderApp(
        <>
          <div
            data-toasts-above=""
            ref={(element) => {
              if (element) element.getBoundingClientRect = bar;
            }}
          />
          <Toaster />
        </>,
      );
      const region = container.querySelector<HTMLElement>('[data-toaster]');
      if (!region) throw new Error('there is no region');
      region.getBoundingClientRect = box(window.innerHeight - 100, 84, 600, 380);
      act(() => toast.success('Saved'));
      act(() => dismissAllToasts());
      unmount();
      return region.style.getPropertyValue('--toasts-bottom');
    };
    expect(bottomOver(box(window.innerHeight - 60, 44))).toBe('72px');
    expect(bottomOver(box(window.innerHeight - 60, 44, 0, 500))).toBe('0px');
    expect(bottomOver(box(100, 44))).toBe('0px');
  });

  it('a toast closes by its Close button, and by a click outside', async () => {
    const { user } = renderApp(
      <>
        <Toaster />
        <p>elsewhere</p>
      </>,
    );
    act(() => toast.error('One'));
    await user.click(screen.getByText('One'));
    expect(screen.queryByText('One')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('One')).toBeNull();
    act(() => toast.error('Two'));
    await user.click(screen.getByText('elsewhere'));
    expect(screen.queryByText('Two')).toBeNull();
  });

  it('a modal has title, message and a Close button, and closes by Escape', async () => {
    const onClose = vi.fn();
    const { user } = renderApp(<Modal open onClose={onClose} title="Error" message="Guild not found" />);
    const dialog = await screen.findByRole('dialog', { name: 'Error' });
    expect(within(dialog).getByText('Guild not found')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledTimes(1);
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it('closing a toast leaves the modal under it open', async () => {
    const onClose = vi.fn();
    const { user } = renderApp(
      <>
        <Modal open onClose={onClose} title="Editor" />
        <Toaster />
      </>,
    );
    await screen.findByRole('dialog');
    act(() => toast.error('Not saved'));
    await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Close', hidden: true }));
    expect(screen.queryByText('Not saved')).toBeNull();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('a confirmation does nothing until it is confirmed', async () => {
    const onConfirm = vi.fn();
    const onClose = vi.fn();
    const { user } = renderApp(
      <ConfirmDialog
        open
        onClose={onClose}
        onConfirm={onConfirm}
        title="Delete"
        message="Delete General?"
        confirmLabel="Delete"
        danger
      />,
    );
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect([onClose.mock.calls.length, onConfirm.mock.calls.length]).toEqual([1, 0]);
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it('the overlay says Loading... for as long as any call is in flight', async () => {
    // Other tests leave calls that are never answered.
    vi.resetModules();
    const { LoadingOverlay } = await import('./overlays/loading-overlay.tsx');
    const { tracked } = await import('../../lib/api/in-flight.ts');
    renderApp(<LoadingOverlay />);
    expect(screen.queryByText('Loading...')).toBeNull();
    const calls = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    act(() => calls.forEach((call) => void tracked(call.promise)));
    expect(screen.getByText('Loading...')).toBeTruthy();
    calls[0]?.resolve();
    await act(async () => calls[0]?.promise);
    expect(screen.getByText('Loading...')).toBeTruthy();
    calls[1]?.resolve();
    await waitFor(() => expect(screen.queryByText('Loading...')).toBeNull());
  });

  it('a tooltip describes its control for everybody, and shows on keyboard focus until Escape', async () => {
    const { user } = renderApp(
      <Tooltip text="You do not have permission to manage this server.">
        <button type="button">Server</button>
      </Tooltip>,
    );
    const button = screen.getByRole('button');
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toContain(
      'permission',
    );
    await user.tab();
    await screen.findByRole('tooltip', { hidden: true });
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('tooltip', { hidden: true })).toBeNull();
  });
});

describe('lists', () => {
  const rows = [{ id: 3 }, { id: 2 }, { id: 1 }];
  const columns = [{ key: 'id', head: 'Ticket ID', cell: (row: { id: number }) => row.id }];

  it('J, K and the arrows move between rows and Enter opens', async () => {
    const onOpen = vi.fn();
    const { user } = renderApp(
      <Table label="Tickets" columns={columns} rows={rows} rowKey={(row) => row.id} onOpen={onOpen} />,
    );
    const [, first] = screen.getAllByRole('row');
    act(() => first?.focus());
    await user.keyboard('j{ArrowDown}k{Enter}');
    expect(onOpen).toHaveBeenCalledWith({ id: 2 });
  });

  it('a row that gets the focus is all that is drawn anew', async () => {
    const cell = vi.fn(({ id }: { id: number }) => id);
    const drawn = [{ key: 'id', head: 'Ticket ID', cell }];
    const rowKey = (row: { id: number }) => row.id;
    const onOpen = () => undefined;
    const { user } = renderApp(
      <Table label="Tickets" columns={drawn} rows={rows} rowKey={rowKey} onOpen={onOpen} />,
    );
    const [, first] = screen.getAllByRole('row');
    act(() => first?.focus());
    cell.mockClear();
    await user.keyboard('j');
    expect(cell.mock.calls).toEqual([[{ id: 3 }], [{ id: 2 }]]);
  });

  it('without rows shows what was given for that', () => {
    renderApp(
      <Table
        label="Tickets"
        columns={columns}
        rows={[]}
        rowKey={(row) => row.id}
        empty={<p>No tickets</p>}
      />,
    );
    expect(screen.getByText('No tickets')).toBeTruthy();
  });

  it('pages are left and right chevrons around Page N', async () => {
    const onChange = vi.fn();
    const { user } = renderApp(<Pagination page={1} onChange={onChange} hasPrevious={false} hasNext />);
    expect(screen.getByText('Page 1')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Previous page' })).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(onChange).toHaveBeenCalledWith(2);
  });
});

it('a section keeps what is inside while it is closed, out of reach, and opens for a field with an error', async () => {
  const section = (error?: string) => (
    <Collapsible title="Claiming">
      <Field label="Reason" error={error}>
        <TextInput value="kept" onChange={() => undefined} />
      </Field>
    </Collapsible>
  );
  const { rerender } = renderApp(section());
  const trigger = screen.getByRole('button', { name: 'Claiming' });
  expect(trigger.getAttribute('aria-expanded')).toBe('false');
  expect(screen.getByDisplayValue('kept').closest('[inert]')).not.toBeNull();
  rerender(section('Write a reason.'));
  await waitFor(() => expect(trigger.getAttribute('aria-expanded')).toBe('true'));
});

it('a picture that failed is not asked for again by whoever comes next in a list', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { container, rerender } = renderApp(<Avatar src="http://cdn.test/none.png" name="Ann" />);
  const image = container.querySelector('img');
  if (image) fireEvent.error(image);
  rerender(<Avatar key="next" src="http://cdn.test/none.png" name="Bea" />);
  expect(container.querySelector('img')).toBeNull();
  // The network may be back.
  vi.advanceTimersByTime(60_000);
  rerender(<Avatar key="later" src="http://cdn.test/none.png" name="Cy" />);
  expect(container.querySelector('img')).not.toBeNull();
  vi.useRealTimers();
});

it('a picture that fails to load gives way to the next, and then to initials', () => {
  const { container } = renderApp(
    <Avatar src="http://cdn.test/a.webp" fallbackSrc="http://cdn.test/0.png" name="Aurora Games" />,
  );
  const fail = () => {
    const image = container.querySelector('img');
    if (image) fireEvent.error(image);
  };
  fail();
  expect(container.querySelector('img')?.src).toBe('http://cdn.test/0.png');
  fail();
  expect(container.textContent).toBe('AG');
});

describe('a table that is loading', () => {
  const columns = [
    { key: 'name', head: 'Name', cell: (row: { id: number }) => row.id },
    { key: 'edit', head: 'Edit', height: '28px', cell: () => 'Edit' },
  ];
  const rowsOf = (container: HTMLElement) => [...container.querySelectorAll('tbody tr')];

  it('stands as high as its rows will: as many as last time, and each cell as high as its content', () => {
    sessionStorage.clear();
    const draw = (rows?: { id: number }[]) =>
      renderApp(
        <Table label="Things" columns={columns} rows={rows} rowKey={({ id }) => id} stack skeletonRows={5} />,
      );
    const first = draw();
    expect(rowsOf(first.container)).toHaveLength(5);
    first.unmount();
    draw([{ id: 1 }, { id: 2 }]).unmount();
    const [row, ...others] = rowsOf(draw().container);
    expect(others).toHaveLength(1);
    const cells = [...(row?.querySelectorAll('td') ?? [])];
    expect(cells.map(({ dataset }) => dataset.label)).toEqual(['Name', 'Edit']);
    expect(cells[1]?.querySelector('span')?.style.getPropertyValue('--height')).toBe('28px');
  });
});
