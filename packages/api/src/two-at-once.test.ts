import type { ChangedMeanwhile } from '@tickets/contract/audit/audit';
import type { SettingsSave } from '@tickets/contract/settings/settings';
import { buildMember, buildPanel, buildSession } from '@tickets/testkit/data/factories';
import { type PanelDesk, type PanelWorld, startPanelWorld } from '@tickets/testkit/worlds/panel-world';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let w: PanelWorld;
let desk: PanelDesk;
/** A second administrator. */
let ann: { user_id: string; token: string };

beforeAll(async () => {
  w = await startPanelWorld();
});
afterAll(() => w[Symbol.asyncDispose]());
beforeEach(async () => {
  expect(w.app.sim.faults.pending).toBe(0);
  desk = await w.addDesk({ premium: true });
  const user_id = await buildMember(w.app.ctx, { guild_id: desk.guild_id, level: 2 });
  ann = { user_id, token: await buildSession(w.app.ctx, user_id) };
});

/** What is edited: how it is read, and saved with one value of one of its fields. */
interface Edited {
  made: () => Promise<void>;
  read: () => Promise<{ value: unknown; version: number }>;
  save: (
    value: string,
    by: { token: string; version?: number | null },
  ) => Promise<{ status: number; error?: object }>;
  field: string;
  /** Deletes it, where that can be done. */
  remove?: (by: { token: string }) => Promise<{ status: number }>;
}

const named: Record<string, string> = { '#111111': 'Mine', '#222222': 'Theirs' };
const at = () => ({ guild_id: desk.guild_id });
const owner = () => ({ token: desk.token });
let id: number;

const subjects = {
  settings: {
    made: async () => undefined,
    read: async () => {
      const { body } = await w.app.call('settings.get', { params: at(), ...owner() });
      return { value: body.welcome_message, version: body.version };
    },
    save: async (welcome_message, { token, version }) =>
      w.app.call('settings.save', {
        params: at(),
        token,
        body: { welcome_message, based_on: version ?? undefined } as SettingsSave,
      }),
    field: 'welcome_message',
  },
  'the colours': {
    made: async () => undefined,
    read: async () => {
      const { body } = await w.app.call('settings.get', { params: at(), ...owner() });
      // Told by a word, as what the others save is.
      return { value: named[body.colours[0]], version: body.version };
    },
    save: async (value, { token, version }) =>
      w.app.call('colours.save', {
        params: at(),
        token,
        body: {
          0: Object.keys(named).find((colour) => named[colour] === value) ?? '',
          ...(typeof version === 'number' && { based_on: version }),
        } as never,
      }),
    field: 'colours',
  },
  'a panel': {
    made: async () => {
      ({ panel_id: id } = await desk.create({ channel_id: desk.lobby, title: 'Help' }));
    },
    read: async () => {
      const { body } = await w.app.call('panels.list', { params: at(), ...owner() });
      const panel = body.find(({ panel_id }) => panel_id === id);
      return { value: panel?.title, version: panel?.version ?? -1 };
    },
    save: async (title, { token, version }) =>
      w.app.call('panels.update', {
        params: { ...at(), panel_id: id },
        token,
        body: { title, based_on: version ?? undefined },
      }),
    field: 'title',
    remove: ({ token }) => w.app.call('panels.remove', { params: { ...at(), panel_id: id }, token }),
  },
  'a multi-panel': {
    made: async () => {
      const panels = [await buildPanel(w.app.ctx, at()), await buildPanel(w.app.ctx, at())];
      const { body } = await w.app.call('multi_panels.create', {
        params: at(),
        ...owner(),
        body: { channel_id: desk.lobby, panels: panels.map(({ panel_id }) => panel_id), select_menu: true },
      });
      ({ id } = body.data);
    },
    read: async () => {
      const { body } = await w.app.call('multi_panels.list', { params: at(), ...owner() });
      const panel = body.data.find((one) => one.id === id);
      return { value: panel?.select_menu_placeholder, version: panel?.version ?? -1 };
    },
    save: async (select_menu_placeholder, { token, version }) =>
      w.app.call('multi_panels.update', {
        params: { ...at(), multi_panel_id: id },
        token,
        body: { select_menu_placeholder, based_on: version ?? undefined },
      }),
    field: 'select_menu_placeholder',
    remove: ({ token }) =>
      w.app.call('multi_panels.remove', { params: { ...at(), multi_panel_id: id }, token }),
  },
  'the title of a form': {
    made: makeForm,
    read: async () => {
      const form = await storedForm();
      return { value: form?.title, version: form?.version ?? -1 };
    },
    save: async (title, { token, version }) =>
      w.app.call('forms.rename', {
        params: { ...at(), form_id: id },
        token,
        body: { title, based_on: version ?? undefined },
      }),
    field: 'title',
    remove: removeForm,
  },
  'the questions of a form': {
    made: async () => {
      await makeForm();
      await w.app.call('forms.save_inputs', {
        params: { ...at(), form_id: id },
        ...owner(),
        body: { create: [question('First?')] } as never,
      });
    },
    read: async () => {
      const form = await storedForm();
      return { value: form?.inputs[0]?.label, version: form?.version ?? -1 };
    },
    save: async (label, { token, version }) => {
      const form = await storedForm();
      return w.app.call('forms.save_inputs', {
        params: { ...at(), form_id: id },
        token,
        body: {
          ...(form
            ? { update: [{ ...question(label), id: form.inputs[0]?.id }] }
            : { create: [question(label)] }),
          based_on: version ?? undefined,
        } as never,
      });
    },
    field: 'inputs',
    remove: removeForm,
  },
  'a tag': {
    made: async () => {
      await saveTag('Read them', owner());
    },
    read: async () => {
      const { body } = await w.app.call('tags.list', { params: at(), ...owner() });
      return { value: body.docs?.content, version: body.docs?.version ?? -1 };
    },
    save: saveTag,
    field: 'content',
  },
} satisfies Record<string, Edited>;

const question = (label: string) => ({ label, position: 1, style: 1 });
async function makeForm(): Promise<void> {
  const { body } = await w.app.call('forms.create', { params: at(), ...owner(), body: { title: 'Apply' } });
  id = body.form_id;
}
function removeForm({ token }: { token: string }) {
  return w.app.call('forms.remove', { params: { ...at(), form_id: id }, token });
}
async function storedForm() {
  const { body } = await w.app.call('forms.list', { params: at(), ...owner() });
  return body.find(({ form_id }) => form_id === id);
}
function saveTag(content: string, { token, version }: { token: string; version?: number | null }) {
  return w.app.call('tags.save', {
    params: at(),
    token,
    body: { id: 'docs', content, based_on: version } as never,
  });
}

const changedIn = ({ error }: { error?: object }) => (error as { changed?: ChangedMeanwhile[] }).changed;
const isDone = (status: number) => expect([200, 204]).toContain(status);

describe.each(Object.entries(subjects))('%s', (_, { made, read, save, field }) => {
  beforeEach(made);

  test('is not saved over what somebody else saved since, who is named with what they changed', async () => {
    const { version } = await read();
    isDone((await save('Theirs', { token: ann.token, version })).status);
    const theirs = await read();
    expect(theirs.version).toBeGreaterThan(version);
    const refused = await save('Mine', { ...owner(), version });
    expect([refused.status, refused.error]).toMatchObject([409, { code: 'save.outdated' }]);
    expect(changedIn(refused)).toEqual([
      {
        entry_id: theirs.version,
        because: null,
        user_id: ann.user_id,
        username: expect.any(String),
        source: 'dashboard',
        created_at: expect.any(String),
        fields: [field],
      },
    ]);
    expect(await read()).toEqual(theirs);
    expect(theirs.value).toBe('Theirs');
  });

  test('is saved with the version that is there now, and then has another', async () => {
    isDone((await save('Theirs', { token: ann.token })).status);
    const { version } = await read();
    isDone((await save('Mine', { ...owner(), version })).status);
    const after = await read();
    expect(after.value).toBe('Mine');
    expect(after.version).toBeGreaterThan(version);
  });

  test('is saved without a version as it was before there were any', async () => {
    isDone((await save('Theirs', { token: ann.token })).status);
    isDone((await save('Mine', owner())).status);
    expect((await read()).value).toBe('Mine');
  });

  test('keeps its version where a save changes nothing', async () => {
    isDone((await save('Mine', owner())).status);
    const before = await read();
    isDone((await save('Mine', { ...owner(), version: before.version })).status);
    expect(await read()).toEqual(before);
  });

  test('of two saves of one version at the same moment one is refused', async () => {
    const { version } = await read();
    const [mine, theirs] = await Promise.all([
      save('Mine', { ...owner(), version }),
      save('Theirs', { token: ann.token, version }),
    ]);
    const refused = [mine, theirs].filter(({ status }) => status === 409);
    expect(refused).toHaveLength(1);
    expect((await read()).value).toBe(mine.status === 409 ? 'Theirs' : 'Mine');
  });
});

const deletable = ['a panel', 'a multi-panel', 'the title of a form', 'the questions of a form'] as const;
describe.each(deletable)('%s', (name) => {
  const { made, read, save, remove } = subjects[name];
  beforeEach(made);

  test('that was deleted since it was read is refused with who deleted it', async () => {
    const { version } = await read();
    isDone((await remove({ token: ann.token })).status);
    const refused = await save('Mine', { ...owner(), version });
    expect([refused.status, refused.error]).toMatchObject([409, { code: 'save.outdated' }]);
    expect(changedIn(refused)?.[0]).toMatchObject({ user_id: ann.user_id, source: 'dashboard' });
    expect((await save('Mine', owner())).status).toBe(404);
  });

  test('that never was is not found, whatever it is said to be based on', async () => {
    id += 100_000;
    expect((await save('Mine', { ...owner(), version: 1 })).status).toBe(404);
  });
});

describe('a change that Discord refuses', () => {
  test.each(['a panel', 'a multi-panel'] as const)(
    'leaves %s with the version that it had, so that the next save passes',
    async (name) => {
      const { made, read, save } = subjects[name];
      await made();
      const before = await read();
      w.app.sim.faults.next({ method: 'PATCH', route: '/channels/:id/messages/:id', kind: 403 });
      const refused = await save('Refused', { ...owner(), version: before.version });
      expect(refused.status).toBe(400);
      expect(await read()).toEqual(before);
      isDone((await save('Mine', { ...owner(), version: before.version })).status);
      expect((await read()).value).toBe('Mine');
    },
  );

  test('leaves a tag with the version that it had, so that the next save passes', async () => {
    const { made, read, save } = subjects['a tag'];
    await made();
    const before = await read();
    w.app.sim.faults.next({ method: 'POST', route: '/applications/:id/guilds/:id/commands', kind: 403 });
    const refused = await w.app.call('tags.save', {
      params: at(),
      ...owner(),
      body: { id: 'docs', content: 'Refused', use_guild_command: true, version: before.version } as never,
    });
    expect(refused.status).toBe(400);
    expect(await read()).toEqual(before);
    isDone((await save('Mine', { ...owner(), version: before.version })).status);
  });
});

describe('a tag', () => {
  const remove = (body: object) =>
    w.app.call('tags.remove', { params: at(), ...owner(), body: { tag_id: 'docs', ...body } });

  test('that was deleted since it was read is not made again, and who deleted it is named', async () => {
    await saveTag('Read them', owner());
    const { version } = await subjects['a tag'].read();
    await w.app.call('tags.remove', { params: at(), token: ann.token, body: { tag_id: 'docs' } });
    const refused = await saveTag('Mine', { ...owner(), version });
    expect(refused.status).toBe(409);
    expect(changedIn(refused)).toMatchObject([{ user_id: ann.user_id, source: 'dashboard' }]);
    isDone((await saveTag('Mine', { ...owner(), version: null })).status);
  });

  test('that is new takes the place of none that there is', async () => {
    await saveTag('Theirs', { token: ann.token });
    const { status, error } = await saveTag('Mine', { ...owner(), version: null });
    expect([status, error.code]).toEqual([409, 'tag.exists']);
    expect((await subjects['a tag'].read()).value).toBe('Theirs');
  });

  test('is not deleted over what somebody else saved since', async () => {
    await saveTag('Mine', owner());
    const { version } = await subjects['a tag'].read();
    await saveTag('Theirs', { token: ann.token });
    const refused = await remove({ based_on: version });
    expect([refused.status, refused.error.code]).toEqual([409, 'save.outdated']);
    expect(changedIn(refused)).toMatchObject([{ user_id: ann.user_id, fields: ['content'] }]);
    expect((await subjects['a tag'].read()).value).toBe('Theirs');
    isDone((await remove({})).status);
  });
});

test('questions are not saved over another title, which is a change of the same form', async () => {
  const { made, read, save } = subjects['the questions of a form'];
  await made();
  const { version } = await read();
  await subjects['the title of a form'].save('Renamed', { token: ann.token });
  const refused = await save('Mine?', { ...owner(), version });
  expect(refused.status).toBe(409);
  expect(changedIn(refused)).toMatchObject([{ fields: ['title'] }]);
});
