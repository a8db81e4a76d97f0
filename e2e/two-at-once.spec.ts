import type { Locator, Page } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { openSection, signInTo, toasts } from './support/dashboard.ts';
import { expect, test } from './support/test.ts';

const SERVER = 'Pixel, No Premium';
/** One that may have more panels. */
const PREMIUM = { server: 'Harbour Games', first: 'Saffron' };

// A refused save is one of the answers that the page asks for.
test.use({ tolerated: [/status of 409/] });

const meeting = (page: Page) => page.getByRole('dialog', { name: /^Somebody else saved/ });
const changes = (page: Page) => meeting(page).getByRole('list', { name: 'Who changed what' });
const merge = (page: Page) =>
  meeting(page).getByRole('button', { name: 'Put my changes over theirs' }).click();
const saveBoth = (page: Page) => meeting(page).getByRole('button', { name: 'Save both changes' }).click();
const setting = (page: Page, label: string) => page.getByLabel(label, { exact: true });

interface Two {
  first: Page;
  second: Page;
}

/** The owner of a server and another administrator, each at the same page of it. */
async function open(
  newPage: () => Promise<Page>,
  path: string,
  where = { server: SERVER, first: 'Juniper' },
): Promise<Two> {
  const [first, second] = [await newPage(), await newPage()];
  for (const [page, person] of [
    [first, where.first],
    [second, 'Olive'],
  ] as const)
    await page.goto(`${await signInTo(page, person, where.server)}/${path}`);
  return { first, second };
}

async function press(page: Page, button: string, told: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect(toasts(page)).toContainText(told);
}

test('of two who save the settings the second is told who was first, and both changes are there', async ({
  newPage,
}) => {
  const SAVED = 'Your settings have been saved.';
  const { first, second } = await open(newPage, 'settings');
  for (const page of [first, second])
    await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
  await setting(first, 'Ask for feedback').click();
  const feedback = await setting(first, 'Ask for feedback').isChecked();
  await press(first, 'Submit', SAVED);

  await setting(second, 'Hide the claim button').click();
  const hidden = await setting(second, 'Hide the claim button').isChecked();
  await second.getByRole('button', { name: 'Submit' }).click();
  await expect(changes(second)).toContainText('juniper changed Ask for feedback in the dashboard');
  await expect(meeting(second)).toContainText('both can be kept');
  expect(await axeFindings(second)).toEqual([]);

  await test.step('Escape goes on editing, and the next save asks again', async () => {
    await second.keyboard.press('Escape');
    await expect(meeting(second)).toHaveCount(0);
    await expect(setting(second, 'Hide the claim button')).toBeChecked({ checked: hidden });
    await expect(second.getByText('You have unsaved changes')).toBeVisible();
    await second.getByRole('button', { name: 'Submit' }).click();
  });
  await saveBoth(second);
  await expect(toasts(second)).toContainText(SAVED);
  await expect(second.getByText('You have unsaved changes')).toHaveCount(0);

  await first.reload();
  for (const page of [first, second]) {
    await expect(setting(page, 'Ask for feedback')).toBeChecked({ checked: feedback });
    await expect(setting(page, 'Hide the claim button')).toBeChecked({ checked: hidden });
  }

  await test.step('what was put back as it was is no question', async () => {
    const limit = (page: Page) => setting(page, 'Per-user simultaneous ticket limit');
    const before = await limit(first).inputValue();
    await setting(second, 'Users can close their tickets').click();
    for (const value of ['9', before]) {
      await limit(first).fill(value);
      await press(first, 'Submit', SAVED);
      await expect(first.getByText('You have unsaved changes')).toHaveCount(0);
    }
    await press(second, 'Submit', SAVED);
    await expect(second.getByText('You have unsaved changes')).toHaveCount(0);
    await expect(meeting(second)).toHaveCount(0);
  });
});

test('of a title of a panel that two changed, the second chooses by keyboard', async ({ newPage }) => {
  const { first, second } = await open(newPage, 'panels');
  const title = await editFirstPanel(first);
  await editFirstPanel(second);
  await setting(first, 'Title').fill(`${title} of Juniper`);
  await setting(first, 'Button text').fill('Write us');
  await press(first, 'Save', 'Panel edited successfully');

  await setting(second, 'Title').fill(`${title} of Olive`);
  await setting(second, 'Content').fill('What Olive wrote');
  await second.getByRole('button', { name: 'Save', exact: true }).click();
  const choice = meeting(second).getByRole('group', { name: 'Title' });
  const mine = choice.getByRole('radio', { name: `Mine ${title} of Olive` });
  await expect(mine).toBeChecked();
  await expect(mine).toBeFocused();
  await expect(meeting(second).getByRole('definition')).toHaveText('Write us');
  expect(await axeFindings(second)).toEqual([]);
  await second.keyboard.press('ArrowDown');
  await expect(choice.getByRole('radio', { name: `From juniper ${title} of Juniper` })).toBeChecked();
  await merge(second);
  await expect(toasts(second)).toContainText('Panel edited successfully');

  expect(await editFirstPanel(second)).toBe(`${title} of Juniper`);
  await expect(setting(second, 'Button text')).toHaveValue('Write us');
  await expect(setting(second, 'Content')).toHaveValue('What Olive wrote');
});

/** Returns its title. */
async function editFirstPanel(page: Page): Promise<string> {
  await page
    .getByRole('link', { name: /^Edit / })
    .first()
    .click();
  await openSection(page, 'Panel Message');
  return setting(page, 'Title').inputValue();
}

test('of two at one tag the second lays the own text over, or takes theirs', async ({ newPage }) => {
  const { first, second } = await open(newPage, 'tags');
  const editor = (page: Page) => page.getByRole('dialog', { name: 'Tag Editor' });
  const content = (page: Page) => editor(page).getByRole('textbox', { name: 'Message Content' });
  const save = (page: Page) => editor(page).getByRole('button', { name: 'Save' }).click();
  await first.getByRole('button', { name: 'Create Tag' }).click();
  await editor(first).getByRole('textbox', { name: 'Tag ID' }).fill('berths');
  await content(first).fill('Berths are full.');
  await save(first);
  await expect(toasts(first)).toContainText('Tag berths has been created');

  const edit = async (page: Page) => page.getByRole('button', { name: 'Edit berths', exact: true }).click();
  await second.reload();
  for (const page of [first, second]) await edit(page);
  await content(first).fill('Berths 3 and 4 are free.');
  await save(first);
  await expect(toasts(first)).toContainText('Tag edited successfully');
  await content(second).fill('All berths are free.');
  await save(second);
  await expect(changes(second)).toContainText('juniper changed Message Content');
  await meeting(second).getByRole('button', { name: 'Cancel' }).click();
  await expect(content(second)).toHaveValue('All berths are free.');
  await save(second);
  await merge(second);
  await expect(toasts(second)).toContainText('Tag edited successfully');
  await expect(editor(second)).toHaveCount(0);

  await test.step('one that was deleted is saved as a new one', async () => {
    await edit(second);
    await content(second).fill('No berth is free.');
    await first.getByRole('button', { name: 'Delete berths', exact: true }).click();
    await first.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(toasts(first)).toContainText('Tag deleted successfully');
    await save(second);
    const gone = second.getByRole('dialog', { name: 'The tag berths was deleted while you were editing' });
    await expect(gone).toContainText('juniper deleted it.');
    await gone.getByRole('button', { name: 'Save as new' }).click();
    await expect(toasts(second)).toContainText('Tag berths has been created');
  });
});

test('of two at the questions of a form both keep what they wrote, and choose where both did', async ({
  newPage,
}) => {
  const { first, second } = await open(newPage, 'forms');
  await first.getByLabel('Title').fill('Two at once');
  await first.getByRole('button', { name: 'Create' }).click();
  await expect(toasts(first)).toContainText('has been created');
  const label = (page: Page, position: number): Locator =>
    page.getByRole('listitem', { name: `Field ${position}` }).getByLabel(/^Label/);
  const write = async (page: Page, position: number, text: string) => {
    if (position > 1) await page.getByRole('button', { name: 'New Field' }).click();
    await label(page, position).fill(text);
  };
  await write(first, 1, 'Who?');
  await write(first, 2, 'Where?');
  await press(first, 'Save', 'Form updated successfully');
  await second.goto(first.url());

  await label(first, 1).fill('Who are you?');
  await first.getByRole('listitem', { name: 'Field 2' }).getByRole('button', { name: 'Delete' }).click();
  await press(first, 'Save', 'Form updated successfully');
  await expect(first.getByText('You have unsaved changes')).toHaveCount(0);

  await label(second, 1).fill('Who is there?');
  await write(second, 3, 'When?');
  await second.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(changes(second)).toContainText('juniper changed Fields');
  await expect(meeting(second).getByRole('radio', { name: 'Mine Who is there?' })).toBeChecked();
  await expect(meeting(second)).toContainText('Field “Where?”');
  await merge(second);
  await expect(toasts(second)).toContainText('Form updated successfully');
  await expect(second.getByText('You have unsaved changes')).toHaveCount(0);
  await second.reload();
  await expect(label(second, 1)).toHaveValue('Who is there?');
  await expect(label(second, 2)).toHaveValue('When?');
  await expect(second.getByRole('listitem', { name: /^Field \d/ })).toHaveCount(2);

  await test.step('and a title that both changed', async () => {
    const rename = (page: Page) => page.getByRole('dialog', { name: 'Rename form' });
    await first.reload();
    for (const page of [first, second]) await page.getByRole('button', { name: 'Rename Form' }).click();
    await rename(first).getByLabel('Title').fill('By Juniper');
    await first.keyboard.press('Enter');
    await expect(toasts(first)).toContainText('Form title updated');
    await rename(second).getByLabel('Title').fill('By Olive');
    await second.keyboard.press('Enter');
    await expect(changes(second)).toContainText('juniper changed Title');
    await merge(second);
    await expect(toasts(second)).toContainText('Form title updated');
    await expect(second.getByRole('button', { name: 'Delete By Olive' })).toBeVisible();
  });
});

/** The API of the server whose pages are open, as whoever is signed in there. */
function apiOf(page: Page) {
  const [, guild] = /manage\/(\d+)/.exec(page.url()) ?? [];
  return async (method: string, path: string, data?: object) => {
    const Authorization = (await page.evaluate(() => localStorage.getItem('token'))) ?? '';
    const headers = { Authorization, 'x-tickets': 'true' };
    const answer = await page.request.fetch(`/api/${guild}/${path}`, { method, headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.status() === 204 ? undefined : answer.json();
  };
}

test('what somebody else deleted meanwhile keeps what was typed, and is saved as new', async ({
  newPage,
}) => {
  const { first, second } = await open(newPage, 'panels', PREMIUM);
  const api = apiOf(first);
  const [{ channel_id }] = await api('GET', 'panels');
  const gone = (what: string, name: string) =>
    second.getByRole('dialog', { name: `The ${what} ${name} was deleted while you were editing` });
  const saveAsNew = async (what: string, name: string) => {
    await second.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(gone(what, name)).toContainText('saffron deleted it.');
    expect(await axeFindings(second)).toEqual([]);
    await second.keyboard.press('Escape');
    await expect(gone(what, name)).toHaveCount(0);
    await expect(second.getByText('You have unsaved changes')).toBeVisible();
    await second.getByRole('button', { name: 'Save', exact: true }).click();
    await gone(what, name).getByRole('button', { name: 'Save as new' }).click();
  };

  await test.step('a panel', async () => {
    const { panel_id } = await api('POST', 'panels', { channel_id, title: 'Pier' });
    await second.goto(`${second.url().replace(/\?.*/, '')}/edit/${panel_id}`);
    await openSection(second, 'Panel Message');
    await setting(second, 'Content').fill('What Olive wrote');
    await api('DELETE', `panels/${panel_id}`);
    await saveAsNew('panel', 'Pier');
    await expect(toasts(second)).toContainText('Panel created');
    const panels: { title: string; content: string }[] = await api('GET', 'panels');
    expect(panels.find(({ title }) => title === 'Pier')?.content).toBe('What Olive wrote');
  });

  await test.step('a multi-panel', async () => {
    const panels: { panel_id: number }[] = await api('GET', 'panels');
    const { data } = await api('POST', 'multipanels', {
      channel_id,
      panels: panels.slice(0, 2).map(({ panel_id }) => panel_id),
      embed: { title: 'Jetty' },
    });
    await second.goto(`${second.url().replace(/\?.*/, '')}/edit-multi/${data.id}`);
    await setting(second, 'Title').fill('Jetty of Olive');
    await api('DELETE', `multipanels/${data.id}`);
    await saveAsNew('multi-panel', 'Jetty');
    await expect(second.getByRole('link', { name: 'Edit Jetty of Olive' })).toBeVisible();
  });

  await test.step('a form, with its questions and with its title', async () => {
    const makeForm = async (title: string): Promise<string> => {
      const { form_id } = await api('POST', 'forms', { title });
      await api('PATCH', `forms/${form_id}/inputs`, {
        create: [{ label: 'Who?', position: 1, style: 1 }],
      });
      return form_id;
    };
    const label = second.getByRole('listitem', { name: 'Field 1' }).getByLabel(/^Label/);
    const server = second.url().replace(/\/panels.*/, '');
    const berth = await makeForm('Berth');
    await second.goto(`${server}/forms?form=${berth}`);
    await label.fill('Who are you?');
    await api('DELETE', `forms/${berth}`);
    await saveAsNew('form', 'Berth');
    await expect(toasts(second)).toContainText('Form updated successfully');
    await expect(second.getByRole('button', { name: 'Delete Berth' })).toBeVisible();
    await second.reload();
    await expect(label).toHaveValue('Who are you?');

    const mole = await makeForm('Mole');
    await second.goto(`${server}/forms?form=${mole}`);
    await second.getByRole('button', { name: 'Rename Form' }).click();
    await second.getByRole('dialog').getByLabel('Title').fill('Quay');
    await api('DELETE', `forms/${mole}`);
    await second.keyboard.press('Enter');
    await gone('form', 'Mole').getByRole('button', { name: 'Save as new' }).click();
    await expect(second.getByRole('button', { name: 'Delete Quay' })).toBeVisible();
    await second.reload();
    await expect(label).toHaveValue('Who?');
  });
});
