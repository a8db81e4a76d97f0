import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { replyFiles } from '@tickets/contract/platform/uploads';
import { beforeEach, expect, test, vi } from 'vitest';
import { json, type SeenRequest } from '../../../test/fetch-stub.ts';
import { pretendLayout } from '../../../test/layout.ts';
import { sampleTicketView } from '../../../test/sample-ticket.ts';
import { openServerPage } from '../../../test/server-page.tsx';

pretendLayout();
const shown = new Set<string>();
beforeEach(() => {
  let made = 0;
  shown.clear();
  URL.createObjectURL = () => {
    made += 1;
    const url = `blob:${location.origin}/${made}`;
    shown.add(url);
    return url;
  };
  URL.revokeObjectURL = (url) => void shown.delete(url);
  vi.stubGlobal(
    'WebSocket',
    class extends EventTarget {
      close() {}
      send() {}
    },
  );
});

async function open(reply: (request: SeenRequest) => Response = () => sent, premium = true) {
  const answers = {
    'GET tickets/3': () => json(200, sampleTicketView(3)),
    'GET tickets/4': () => json(200, sampleTicketView(4)),
    'GET tickets': () =>
      json(200, { success: true, tickets: [], panel_titles: {}, resolved_users: {}, self_id: '9' }),
    'GET premium': () => json(200, { premium, tier: 0 }),
    'POST tickets/3': reply,
  };
  const page = openServerPage('tickets/view/3', answers);
  await opened(3, premium);
  return {
    ...page,
    answers,
    goTo: async (ticketId: number) => {
      await page.router.navigate({
        to: '/manage/$guildId/tickets/view/$ticketId',
        params: { guildId: '1', ticketId: String(ticketId) },
      });
      await opened(ticketId);
    },
  };
}

const sent = json(200, { success: true, message_id: '99' });
const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
const opened = (id: number, premium = true) =>
  waitFor(() => {
    screen.getByRole('heading', { name: `Ticket #${id}` });
    expect(box().disabled).toBe(!premium);
  });
const chooser = () => screen.getByLabelText<HTMLInputElement>('Attach files', { selector: 'input' });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const chips = () => {
  const list = screen.queryByRole('list', { name: 'Attached files' });
  return list
    ? within(list)
        .getAllByRole('listitem')
        .map((chip) => chip.textContent)
    : [];
};
const file = (name: string, text = 'words', type = 'text/plain') => new File([text], name, { type });
function large(name: string, size: number): File {
  const made = file(name);
  Object.defineProperty(made, 'size', { value: size });
  return made;
}

/** What a form carries, with the files by their names. */
const carried = ({ body }: SeenRequest) => {
  if (!(body instanceof FormData)) throw new Error('no form was sent');
  return [...body].map(([part, value]) =>
    typeof value === 'string' ? [part, JSON.parse(value)] : [part, value.name],
  );
};

test('files are chosen, looked at, removed by keyboard and sent without a text', async () => {
  const page = await open();
  expect(button('Send').disabled).toBe(true);
  await page.user.upload(chooser(), [file('a.txt'), file('b.png', 'pixels', 'image/png'), file('c.txt')]);
  expect(chips()).toEqual(['a.txt5 B', 'b.png6 B', 'c.txt5 B']);
  expect(screen.getByText('3 files are attached.').getAttribute('role')).toBe('status');
  button('Remove a.txt').focus();
  await page.user.keyboard('{Enter}');
  expect(document.activeElement).toBe(button('Remove b.png'));
  await page.user.keyboard('{Delete}');
  expect(chips()).toEqual(['c.txt5 B']);

  await page.user.click(button('Send'));
  await waitFor(() => expect(page.asked('POST', 'tickets/3')).toHaveLength(1));
  expect(page.asked('POST', 'tickets/3').map(carried)).toEqual([
    [
      ['payload_json', { message: { type: 'message', content: '' }, idempotency_key: expect.any(String) }],
      ['files[0]', 'c.txt'],
    ],
  ]);
  expect(chips()).toEqual([]);
});

test('who removes the last file is at the button that attaches', async () => {
  const page = await open();
  await page.user.upload(chooser(), [file('a.txt')]);
  await page.user.click(button('Remove a.txt'));
  expect(document.activeElement).toBe(button('Attach files'));
  expect(shown.size).toBe(0);
});

test('what Discord would not take is not attached, and each file is told why', async () => {
  const page = await open();
  await page.user.upload(chooser(), [file('none.txt', ''), large('film.mp4', replyFiles.file_bytes + 1)]);
  expect(screen.getByText('none.txt is empty, so it was not attached.')).toBeTruthy();
  expect(screen.getByText('film.mp4 was not attached: Discord takes files of at most 10 MB.')).toBeTruthy();
  expect(chips()).toEqual([]);

  const third = replyFiles.file_bytes;
  await page.user.upload(chooser(), [large('1', third), large('2', third), large('3', third)]);
  expect(screen.getByRole('alert').textContent).toBe(
    '3 was not attached: the files of a reply may have 24 MB in all.',
  );
  await page.user.click(button('Remove 1'));
  expect(screen.queryByRole('alert')).toBeNull();

  await page.user.upload(
    chooser(),
    Array.from({ length: 11 }, (_, n) => file(`n${n}`)),
  );
  expect(chips()).toHaveLength(10);
  expect(screen.getByRole('alert').textContent).toBe(
    '2 files were not attached: Discord takes 10 files at once.',
  );
});

test('files are dropped onto the conversation, and folders are not', async () => {
  await open();
  const area = screen.getByRole('region', { name: 'View Ticket' });
  const item = (dropped: File, isDirectory = false) => ({
    kind: 'file',
    webkitGetAsEntry: () => ({ isDirectory, name: dropped.name }),
  });
  const [photo, folder] = [file('photo.png', 'x', 'image/png'), file('holidays', '')];
  const dataTransfer = {
    types: ['Files'],
    files: [photo, folder],
    items: [item(photo), item(folder, true)],
  };
  fireEvent.dragEnter(area, { dataTransfer });
  expect(screen.getByText('Drop files to attach them to your reply')).toBeTruthy();
  fireEvent.drop(area, { dataTransfer });
  expect(screen.queryByText('Drop files to attach them to your reply')).toBeNull();
  await waitFor(() => expect(chips()).toEqual(['photo.png1 B']));
  expect(screen.getByRole('alert').textContent).toMatch(/^holidays is a folder/);
});

test('a file dropped where no reply is possible is not taken, and does not replace the page', async () => {
  await open(undefined, false);
  const area = screen.getByRole('region', { name: 'View Ticket' });
  const drop = createEvent.drop(area, {
    dataTransfer: { types: ['Files'], files: [file('a.txt')], items: [] },
  });
  fireEvent(area, drop);
  expect(drop.defaultPrevented).toBe(true);
  expect(chips()).toEqual([]);
  expect(button('Attach files').disabled).toBe(true);
});

test('a picture is pasted; what brings a text along is pasted as that text', async () => {
  await open();
  const picture = file('image.png', 'x', 'image/png');
  const paste = (types: string[]) => {
    const event = createEvent.paste(box(), { clipboardData: { types, files: [picture], items: [] } });
    fireEvent(box(), event);
    return event.defaultPrevented;
  };
  expect(paste(['text/plain', 'Files'])).toBe(false);
  expect(chips()).toEqual([]);
  expect(paste(['Files'])).toBe(true);
  await waitFor(() => expect(chips()).toEqual(['image.png1 B']));
});

test('a reply that failed keeps its text and files, and is sent again as the same reply', async () => {
  const page = await open(() => json(400, { success: false, error: 'Refused' }));
  await page.user.upload(chooser(), [file('photo.png', 'x', 'image/png')]);
  await page.user.type(box(), 'Look{Enter}');
  expect(await screen.findByText('Not sent: Refused')).toBeTruthy();
  expect(screen.getByRole('img', { name: 'Picture: photo.png' }).getAttribute('src')).toMatch(/^blob:/);
  expect(chips()).toEqual([]);

  await page.goTo(4);
  await page.goTo(3);
  page.answers['POST tickets/3'] = () => sent.clone();
  await page.user.click(button('Send again'));
  await waitFor(() => expect(page.asked('POST', 'tickets/3')).toHaveLength(2));
  const [first, second] = page.asked('POST', 'tickets/3').map(carried);
  expect(first).toEqual([
    ['payload_json', expect.objectContaining({ message: { type: 'message', content: 'Look' } })],
    ['files[0]', 'photo.png'],
  ]);
  expect(second).toEqual(first);
});

test('files that were attached are there for whoever comes back to the ticket, and nobody leaves them by mistake', async () => {
  const page = await open();
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented ? 'asks' : 'leaves';
  };
  expect(leave()).toBe('leaves');
  await page.user.upload(chooser(), [file('a.txt')]);
  expect(leave()).toBe('asks');
  await page.goTo(4);
  expect(chips()).toEqual([]);
  await page.goTo(3);
  expect(chips()).toEqual(['a.txt5 B']);
  await page.user.click(button('Remove a.txt'));
  expect(leave()).toBe('leaves');
});
