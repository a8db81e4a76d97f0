import { screen, waitFor, within } from '@testing-library/react';
import { namesOf } from '@tickets/contract/platform/fields';
import { tagDefaults } from '@tickets/contract/tags/tag-defaults';
import { describe, expect, test, vi } from 'vitest';
import { readToasts } from '../../lib/page/toast.ts';
import { json, type SeenRequest } from '../../test/fetch-stub.ts';
import { openServerPage } from '../../test/server-page.tsx';

const tag = (id: string, more: object = {}) => ({
  id,
  content: `About ${id}`,
  use_embed: false,
  use_guild_command: false,
  embed: null,
  version: 1,
  ...more,
});
const embed = {
  title: 'Docs',
  url: null,
  description: 'All of it',
  colour: 0x2ecc71,
  author: { name: null, icon_url: null, url: null },
  image_url: null,
  thumbnail_url: null,
  footer: { text: null, icon_url: null },
  timestamp: null,
  fields: [],
};
const refusal = (code: string, error: string, path?: string) =>
  json(400, { success: false, code, error, fields: path ? [{ path, message: error }] : [] });

/** Somebody else saved or deleted a tag since the version that was sent. */
const outdated = (...fields: string[]) =>
  json(409, {
    success: false,
    code: 'save.outdated',
    error: 'Somebody else changed this',
    changed: [
      {
        entry_id: 2,
        user_id: '5',
        username: 'Ann',
        source: 'dashboard',
        created_at: new Date().toISOString(),
        fields,
      },
    ],
  });

type Answer = (request: SeenRequest) => Response | Promise<Response>;

/** The tags page over a server that keeps what it is told, unless an answer is given. */
function open({
  tags = [tag('docs'), tag('rules', { use_embed: true, embed })],
  premium = true,
  path = 'tags',
  ...changes
}: {
  path?: string;
  tags?: ReturnType<typeof tag>[];
  premium?: boolean;
  put?: Answer;
  list?: Answer;
} = {}) {
  const stored = new Map<string, object & { version?: number | null }>(tags.map((one) => [one.id, one]));
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const calls: [string, unknown][] = [];
  const page = openServerPage(path, {
    'GET tags': changes.list ?? (() => json(200, Object.fromEntries(stored))),
    'GET premium': () => json(200, { premium, tier: premium ? 0 : -1 }),
    'PUT tags': async (request) => {
      calls.push(['PUT', request.body]);
      const answer = await changes.put?.(request);
      if (answer && answer.status !== 204) return answer;
      const { based_on, ...saved } = request.body as Omit<ReturnType<typeof tag>, 'version'> & {
        based_on?: number | null;
      };
      const there = stored.get(saved.id);
      if (there && based_on === null)
        return json(409, { success: false, code: 'tag.exists', error: 'There is a tag already' });
      if (typeof based_on === 'number' && based_on !== there?.version) return outdated('content');
      stored.set(saved.id, { ...saved, version: (there?.version ?? 0) + 1 });
      return new Response(null, { status: 204 });
    },
    'DELETE tags': ({ body }) => {
      calls.push(['DELETE', body]);
      const { tag_id, based_on } = body as { tag_id: string; based_on?: number };
      const there = stored.get(tag_id);
      if (!there) return json(404, { success: false, code: 'tag.not_found', error: 'Tag not found' });
      if (based_on !== undefined && based_on !== there.version) return outdated('content');
      stored.delete(tag_id);
      return new Response(null, { status: 204 });
    },
  });
  return { ...page, calls, stored };
}

const toasts = () => readToasts().map(({ kind, text }) => `${kind}: ${text}`);
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const editor = async () => within(await screen.findByRole('dialog', { name: 'Tag Editor' }));
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const idBox = async () => (await editor()).getByLabelText<HTMLInputElement>(/^Tag ID/);
const contentBox = async () => (await editor()).getByLabelText<HTMLTextAreaElement>('Message Content');
const toggle = async (name: RegExp) => (await editor()).getByRole<HTMLInputElement>('switch', { name });

describe('tags page', () => {
  test('lists the tags by id with what they say, and is told so when there are none', async () => {
    open();
    expect((await screen.findAllByRole('columnheader')).map((head) => head.textContent)).toEqual([
      'Tag',
      'Actions',
    ]);
    const rows = (await screen.findAllByRole('row')).slice(1).map((row) => row.textContent);
    expect(rows).toEqual(['docsAbout docsEditDelete', 'rulesEmbedAbout rulesEditDelete']);
  });

  test('an empty list says what tags are for, and a failed one can be tried again', async () => {
    let answer = () => json(500, { success: false, error: 'Broken' });
    const { user } = open({ list: () => answer() });
    expect(await screen.findByText('Broken', undefined, { timeout: 5000 })).toBeTruthy();
    answer = () => json(200, {});
    await user.click(await button('Try again'));
    expect(await screen.findByText('No tags yet')).toBeTruthy();
  });

  test('a refusal of any field is told at it', async () => {
    const paths = namesOf({ id: '', ...tagDefaults });
    const { user } = open({
      put: () =>
        json(400, {
          success: false,
          code: 'request.invalid',
          error: 'Several problems',
          fields: paths.map((path) => ({ path, message: `Wrong ${path}` })),
        }),
    });
    await user.click(await button('Edit rules'));
    await user.click((await editor()).getByRole('button', { name: 'Save' }));
    await waitFor(async () => {
      const told = (await editor()).getAllByRole('alert').map(({ textContent }) => textContent);
      expect(told).toEqual(expect.arrayContaining(paths.map((path) => `Wrong ${path}`)));
    });
  });

  test('at 200 tags it is said how to make room', async () => {
    open({ tags: Array.from({ length: 200 }, (_, n) => tag(`t${n}`)) });
    expect(await screen.findByText('200 of 200. Delete one to make room for another.')).toBeTruthy();
    expect((await button('Create Tag')).disabled).toBe(true);
  });

  test('numbers in ids count as numbers', async () => {
    open({ tags: ['t10', 't9', 't1'].map((id) => tag(id)) });
    await button('Edit t1');
    const rows = screen.getAllByRole('row').slice(1);
    expect(rows.map(({ textContent }) => textContent?.split('About')[0])).toEqual(['t1', 't9', 't10']);
  });

  test('an address names a tag, whose editor it opens; one that is gone is told', async () => {
    const { router } = open({ path: 'tags?tag=rules' });
    await waitFor(async () => expect((await idBox()).value).toBe('rules'));
    expect(router.state.location.href).toBe('/manage/1/tags');
    await router.navigate({ to: '/manage/$guildId/tags', params: { guildId: '1' }, search: { tag: 'nope' } });
    await waitFor(() => expect(toasts()).toEqual(['error: The tag nope no longer exists.']));
  });

  test('many tags can be searched by id and by text', async () => {
    const { user } = open({ tags: Array.from({ length: 9 }, (_, n) => tag(`t${n}`)) });
    await user.type(await screen.findByRole('searchbox', { name: 'Search tags' }), 'about T7');
    expect((await screen.findAllByRole('row')).slice(1)).toHaveLength(1);
    await user.type(screen.getByRole('searchbox'), 'x');
    expect(await screen.findByText('No tag matches')).toBeTruthy();
  });

  test('a new tag is saved by its fields, with empty content as null, and named', async () => {
    const { user, calls } = open();
    await user.click(await button('Create Tag'));
    await waitFor(async () => expect(document.activeElement).toBe(await idBox()));
    expect((await editor()).getByText("For '/tag docs' the id is 'docs'.")).toBeTruthy();
    await user.type(await idBox(), ' Faq');
    await user.click(await toggle(/^Use Embed/));
    await user.type((await editor()).getByLabelText(/^Description/), 'Read it');
    await user.click((await editor()).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(toasts()).toEqual(['success: Tag faq has been created']));
    expect(calls).toEqual([
      [
        'PUT',
        {
          id: 'faq',
          content: null,
          use_guild_command: false,
          use_embed: true,
          embed: { ...embed, title: null, description: 'Read it' },
          based_on: null,
        },
      ],
    ]);
    await closed();
    expect(await button('Edit faq')).toBeTruthy();
  });

  test('without an id, and without anything to say, nothing is saved', async () => {
    const { user, calls } = open();
    await user.click(await button('Create Tag'));
    await user.click((await editor()).getByRole('button', { name: 'Save' }));
    expect((await editor()).getByText('Tag ID is required')).toBeTruthy();
    expect((await editor()).getByText('You have not provided any content for the tag')).toBeTruthy();
    await user.type(await idBox(), 'docs');
    await user.click((await editor()).getByRole('button', { name: 'Save' }));
    expect((await editor()).getByText(/^There is already a tag docs/)).toBeTruthy();
    expect(calls).toEqual([]);
  });

  test('an id is typed without the slash of its command, and a refusal says the rule', async () => {
    const { user, calls } = open();
    await user.click(await button('Create Tag'));
    await user.type(await contentBox(), 'Read this');
    const save = async (id: string) => {
      await user.clear(await idBox());
      await user.type(await idBox(), id);
      await user.click((await editor()).getByRole('button', { name: 'Save' }));
    };
    await save('my docs');
    expect((await editor()).getByText('A tag ID has no spaces, and at most 16 characters.')).toBeTruthy();
    await user.click(await toggle(/Custom Command/));
    await save('größe');
    expect((await editor()).getByText(/has only the letters a to z, digits, hyphens/)).toBeTruthy();
    expect(calls).toEqual([]);
    await save('/Guide');
    await waitFor(() => expect(calls).toEqual([['PUT', expect.objectContaining({ id: 'guide' })]]));
  });

  test('an edited tag is saved under its id', async () => {
    const { user, calls } = open();
    await user.click(await button('Edit docs'));
    await user.type(await contentBox(), '!');
    await user.click((await editor()).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(toasts()).toEqual(['success: Tag edited successfully']));
    const { version: based_on, ...words } = tag('docs');
    expect(calls).toEqual([['PUT', { ...words, content: 'About docs!', based_on }]]);
  });

  test('a tag that is called as something that every object has is edited as any other', async () => {
    const { user } = open({ tags: [tag('constructor')], path: 'tags?tag=valueOf' });
    await waitFor(() =>
      expect(readToasts().map(({ text }) => text)).toEqual([expect.stringContaining('valueOf')]),
    );
    await user.click(await screen.findByRole('button', { name: /Edit/ }));
    const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Content/ });
    expect(box.value).toBe('About constructor');
  });

  test('under another id the old tag goes first, and the new one has all that it had', async () => {
    const { user, calls, stored } = open();
    await user.click(await button('Edit rules'));
    await user.clear(await idBox());
    await user.type(await idBox(), 'law');
    await user.click((await editor()).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(toasts()).toEqual(['success: Tag edited successfully']));
    expect(calls.map(([method]) => method)).toEqual(['DELETE', 'PUT']);
    expect(calls[0]).toEqual(['DELETE', { tag_id: 'rules', based_on: 1 }]);
    expect(stored.get('law')).toEqual({ ...tag('rules', { use_embed: true, embed }), id: 'law' });
    expect([...stored.keys()]).toEqual(['docs', 'law']);
  });

  test('a refused rename puts the old tag back, and the editor stays with what was typed', async () => {
    const text = '/help is a command of the bot itself.';
    const { user, calls, stored } = open({
      put: ({ body }) =>
        (body as { id: string }).id === 'help'
          ? refusal('tag.alias_taken', text, 'id')
          : new Response(null, { status: 204 }),
    });
    await user.click(await button('Edit docs'));
    await user.clear(await idBox());
    await user.type(await idBox(), 'help');
    await user.click((await editor()).getByRole('button', { name: 'Save' }));
    expect(await (await editor()).findByText(text)).toBeTruthy();
    expect(calls.map(([method, body]) => [method, (body as { id?: string }).id])).toEqual([
      ['DELETE', undefined],
      ['PUT', 'help'],
      ['PUT', 'docs'],
    ]);
    expect(stored.get('docs')).toEqual(tag('docs'));
    expect((await idBox()).value).toBe('help');
    expect(toasts()).toEqual([`error: ${text}`]);
  });

  describe('somebody else at the same time', () => {
    async function editDocsWhile(
      stored: Map<string, unknown>,
      user: ReturnType<typeof open>['user'],
      theirs?: object,
    ) {
      await user.click(await button('Edit docs'));
      await user.type(await contentBox(), ' by me');
      if (theirs) stored.set('docs', tag('docs', { version: 2, ...theirs }));
      else stored.delete('docs');
      await user.click((await editor()).getByRole('button', { name: 'Save' }));
    }
    const meeting = async (name: RegExp) => within(await screen.findByRole('dialog', { name }));
    const met = () => meeting(/^Somebody else saved/);
    const versions = (calls: [string, unknown][]) =>
      calls.map(([, body]) => (body as { based_on?: number }).based_on);

    test('changed the same: it is told who, and mine is laid over theirs in one press', async () => {
      const { user, calls, stored } = open();
      await editDocsWhile(stored, user, { content: 'Theirs' });
      const dialog = await met();
      expect(dialog.getByRole('list').textContent).toContain('Ann changed Message Content in the dashboard');
      const choice = within(dialog.getByRole('group', { name: 'Message Content' }));
      expect(choice.getByRole<HTMLInputElement>('radio', { name: /Mine.*by me/ }).checked).toBe(true);
      expect(choice.getByRole('radio', { name: 'From Ann Theirs' })).toBeTruthy();
      await user.click(dialog.getByRole('button', { name: 'Put my changes over theirs' }));
      await waitFor(() => expect(toasts()).toEqual(['success: Tag edited successfully']));
      expect(stored.get('docs')).toMatchObject({ content: 'About docs by me', version: 3 });
      expect(versions(calls)).toEqual([1, 2]);
    });

    test('changed the same: theirs can be chosen, and what only I changed stays', async () => {
      const { user, stored } = open();
      await user.click(await button('Edit docs'));
      await user.click(await toggle(/^Create Custom Command Alias/));
      await user.keyboard('{Escape}');
      await closed();
      await editDocsWhile(stored, user, { content: 'Theirs' });
      const dialog = await met();
      await user.click(dialog.getByRole('radio', { name: 'From Ann Theirs' }));
      await user.click(dialog.getByRole('button', { name: 'Put my changes over theirs' }));
      await waitFor(() => expect(toasts()).toEqual(['success: Tag edited successfully']));
      expect(stored.get('docs')).toMatchObject({ content: 'Theirs', use_guild_command: true });
    });

    test('changed something else: both changes are saved without a choice', async () => {
      const { user, stored } = open();
      await editDocsWhile(stored, user, { use_guild_command: true });
      const dialog = await met();
      expect(dialog.queryAllByRole('radio')).toEqual([]);
      expect(dialog.getByText('Create Custom Command Alias').nextSibling?.textContent).toBe('On');
      await user.click(dialog.getByRole('button', { name: 'Save both changes' }));
      await waitFor(() => expect(toasts()).toEqual(['success: Tag edited successfully']));
      expect(stored.get('docs')).toMatchObject({ content: 'About docs by me', use_guild_command: true });
    });

    test('left nothing that differs: it is saved without a word', async () => {
      const { user, calls, stored } = open();
      await editDocsWhile(stored, user, {});
      await waitFor(() => expect(toasts()).toEqual(['success: Tag edited successfully']));
      expect(stored.get('docs')).toMatchObject({ content: 'About docs by me' });
      expect(versions(calls)).toEqual([1, 2]);
    });

    test('changed the tag: Cancel goes on with what was typed, and the next save asks again', async () => {
      const { user, stored } = open();
      await editDocsWhile(stored, user, { content: 'Theirs' });
      await user.click((await met()).getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Somebody else/ })).toBeNull());
      expect((await contentBox()).value).toBe('About docs by me');
      await user.click((await editor()).getByRole('button', { name: 'Save' }));
      await met();
      expect(stored.get('docs')).toMatchObject({ content: 'Theirs' });
    });

    test('changed the tag: theirs can be taken', async () => {
      const { user, stored } = open();
      await editDocsWhile(stored, user, { content: 'Theirs' });
      await user.click((await met()).getByRole('button', { name: 'Discard mine' }));
      await waitFor(async () => expect((await contentBox()).value).toBe('Theirs'));
      await user.click((await editor()).getByRole('button', { name: 'Cancel' }));
      await closed();
      expect(stored.get('docs')).toMatchObject({ content: 'Theirs', version: 2 });
    });

    test('changed the tag after it was closed with changes: these began from the tag before', async () => {
      const { user, stored, router } = open();
      await user.click(await button('Edit docs'));
      await user.type(await contentBox(), ' by me');
      await user.keyboard('{Escape}');
      await closed();
      stored.set('docs', tag('docs', { version: 2, content: 'Theirs' }));
      await router.options.context.queryClient.invalidateQueries();
      await screen.findByText('Theirs');
      await user.click(await button('Edit docs'));
      await user.click((await editor()).getByRole('button', { name: 'Save' }));
      expect((await met()).getByRole('group', { name: 'Message Content' })).toBeTruthy();
      expect(stored.get('docs')).toMatchObject({ content: 'Theirs' });
    });

    test('deleted the tag: it can be saved as a new one', async () => {
      const { user, calls, stored } = open();
      await editDocsWhile(stored, user);
      const dialog = await meeting(/^The tag docs was deleted/);
      expect(dialog.getByText(/Ann deleted it/)).toBeTruthy();
      await user.click(dialog.getByRole('button', { name: 'Save as new' }));
      await waitFor(() => expect(toasts()).toEqual(['success: Tag docs has been created']));
      expect(stored.get('docs')).toMatchObject({ content: 'About docs by me' });
      expect(versions(calls)).toEqual([1, null]);
    });

    test('deleted the tag that is renamed: it can be saved as a new one', async () => {
      const { user, stored } = open();
      await user.click(await button('Edit docs'));
      await user.type(await idBox(), '2');
      stored.delete('docs');
      await user.click((await editor()).getByRole('button', { name: 'Save' }));
      const dialog = await meeting(/^The tag docs was deleted/);
      await user.click(dialog.getByRole('button', { name: 'Save as new' }));
      await waitFor(() => expect(toasts()).toEqual(['success: Tag docs2 has been created']));
      expect([...stored.keys()]).toEqual(['rules', 'docs2']);
    });

    test('changed the tag that is renamed: it is not deleted', async () => {
      const { user, stored } = open();
      await user.click(await button('Edit docs'));
      await user.type(await idBox(), '2');
      stored.set('docs', tag('docs', { version: 2, content: 'Theirs' }));
      await user.click((await editor()).getByRole('button', { name: 'Save' }));
      const dialog = await met();
      expect([...stored.keys()].toSorted()).toEqual(['docs', 'rules']);
      await user.click(dialog.getByRole('button', { name: 'Save both changes' }));
      await waitFor(() => expect(toasts()).toEqual(['success: Tag edited successfully']));
      expect(stored.get('docs2')).toMatchObject({ content: 'Theirs' });
      expect(stored.has('docs')).toBe(false);
    });

    test('took the id: their tag stays', async () => {
      const { user, stored } = open();
      await user.click(await button('Create Tag'));
      await user.type(await idBox(), 'faq');
      await user.type(await contentBox(), 'Mine');
      stored.set('faq', tag('faq'));
      await user.click((await editor()).getByRole('button', { name: 'Save' }));
      expect(await (await editor()).findByText(/^There is already a tag faq/)).toBeTruthy();
      expect(stored.get('faq')).toEqual(tag('faq'));
    });
  });

  test('a tag that cannot be put back either is saved as a new one', async () => {
    let down = true;
    const { user, calls } = open({
      put: () => (down ? json(502, { success: false, error: 'Down' }) : new Response(null, { status: 204 })),
    });
    await user.click(await button('Edit docs'));
    await user.type(await idBox(), '2');
    await user.click((await editor()).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(toasts()[1]).toContain('The tag docs could not be put back'));
    expect((await idBox()).value).toBe('docs2');
    down = false;
    calls.length = 0;
    await user.click((await editor()).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(toasts()).toContain('success: Tag docs2 has been created'));
    const { version: _, ...words } = tag('docs');
    expect(calls).toEqual([['PUT', { ...words, id: 'docs2', based_on: null }]]);
  });

  test('Escape closes the editor and keeps what was typed; Cancel lets it go', async () => {
    const { user, calls } = open();
    await user.click(await button('Edit docs'));
    await user.type(await contentBox(), ' and more');
    await user.keyboard('{Escape}');
    await closed();
    expect(screen.getByText('Unsaved changes')).toBeTruthy();
    await user.click(await button('Edit docs'));
    expect((await contentBox()).value).toBe('About docs and more');
    await user.click((await editor()).getByRole('button', { name: 'Cancel' }));
    await closed();
    expect(screen.queryByText('Unsaved changes')).toBeNull();
    await user.click(await button('Edit docs'));
    expect((await contentBox()).value).toBe('About docs');
    expect(calls).toEqual([]);
  });

  test('leaving the page with unsaved changes asks first', async () => {
    const { user, router } = open();
    await user.click(await button('Edit docs'));
    await user.type(await contentBox(), '!');
    await user.keyboard('{Escape}');
    await closed();
    void router.navigate({ to: '/manage/$guildId/forms', params: { guildId: '1' } });
    expect(await screen.findByText('Leave without saving?')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/manage/1/tags');
  });

  test('a command of its own can be chosen with premium only', async () => {
    const { user } = open({ premium: false });
    await user.click(await button('Create Tag'));
    expect((await toggle(/^Create Custom Command Alias/)).disabled).toBe(true);
    expect((await editor()).getAllByText('Premium').length).toBeGreaterThan(0);
  });

  test('a tag that became a command with premium is not renamed into nothing after it', async () => {
    const { user, calls } = open({ premium: false, tags: [tag('docs', { use_guild_command: true })] });
    await user.click(await button('Edit docs'));
    await user.type(await idBox(), '2');
    await user.click((await editor()).getByRole('button', { name: 'Save' }));
    expect((await editor()).getByText('Premium is required to use custom commands')).toBeTruthy();
    expect(calls).toEqual([]);
  });

  test('the preview shows the message as a ticket would, with its embed', async () => {
    const { user } = open();
    await user.click(await button('Edit rules'));
    const content = await contentBox();
    await user.clear(content);
    await user.type(content, 'Hi %username%');
    const preview = within((await editor()).getByRole('figure', { name: 'Preview' }));
    await waitFor(() => expect(preview.getByText('Hi mia')).toBeTruthy());
    expect(preview.getByText('All of it')).toBeTruthy();
    expect((await editor()).getByText('/tag rules')).toBeTruthy();
  });

  test('an embed in which nothing is written yet says where it will be read', async () => {
    const { user } = open();
    await user.click(await button('Create Tag'));
    const modal = await editor();
    const preview = within(modal.getByRole('figure', { name: 'Preview' }));
    const hint = () => preview.queryByText('What you write appears here.');
    expect(hint()).toBeTruthy();
    await user.click(modal.getByRole('switch', { name: 'Use Embed' }));
    expect(hint()).toBeTruthy();
    await user.type(await modal.findByRole('textbox', { name: 'Title' }), 'Rules');
    expect(hint()).toBeNull();
  });

  test('a tag is deleted after a question that names it', async () => {
    const { user, calls } = open();
    await user.click(await button('Delete docs'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/delete the tag docs\?/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(toasts()).toEqual(['success: Tag deleted successfully']));
    expect(calls).toEqual([['DELETE', { tag_id: 'docs' }]]);
    expect(screen.queryByRole('button', { name: 'Edit docs' })).toBeNull();
  });
});
