import { changesBetween } from '@tickets/contract/audit/changes';
import { CustomEmbedInput } from '@tickets/contract/embeds/embeds';
import { MultiPanelInput } from '@tickets/contract/panels/multi-panels';
import { multiPanelLimits } from '@tickets/contract/panels/panel-defaults';
import { PanelInput } from '@tickets/contract/panels/panels';
import { AppError } from '@tickets/contract/platform/errors';
import { limits } from '@tickets/contract/platform/limits';
import { plainProblem } from '@tickets/contract/platform/plain-problems';
import { checkPanel } from '../../panels/check.ts';
import { createMultiPanel } from '../../panels/multi/multi-panels.ts';
import { createPanel } from '../../panels/panels.ts';
import { fieldsOf, readPanels } from '../../panels/rows.ts';
import { newCustomId } from '../../platform/discord/random-id.ts';
import { isOpen } from '../../premium/tier.ts';
import { countOf, fullAt, ListedRoom } from '../../servers/most.ts';
import { asFields } from '../../undo/kind.ts';
import { kinds } from '../../undo/kinds.ts';
import type { SetupRow } from '../registry/registry.ts';
import { change, nextId } from './forms.ts';
import { type Item, reasonOf, refusalOf, type SetupEnv } from './items.ts';

/** Panels, each posted as if somebody had made it. What needs premium, or has no counterpart here, is left out of it. */
export async function* panels(env: SetupEnv): AsyncGenerator<Item, void> {
  const { guild_id, rows, ids } = env;
  const here = await readPanels(env.as().db, guild_id);
  const unlimited = await isOpen(env.as(), guild_id, 'panel_quota');
  const byId = new Map(here.map((panel) => [panel.panel_id, panel]));
  let count = here.length;
  const room = await ListedRoom.of(env.as().db, guild_id, 'panels');
  for (const row of rows.panels) {
    const name = row.title;
    const known = ids.get('panel', row.panel_id);
    const before = known === undefined ? undefined : byId.get(known);
    // The number of one that was deleted since is given to no other: closed tickets keep it.
    if (!before) ids.forget('panel', row.panel_id);
    const { wanted, left_out } = panelOf(env, row);
    const item = { entity: 'panels' as const, name, reason: reasonOf(left_out) };
    const parsed = PanelInput.safeParse(wanted, { error: plainProblem });
    if (!parsed.data) {
      yield { ...item, outcome: 'skip', reason: parsed.error.issues[0]?.message };
      continue;
    }
    if (!wanted.channel_id) {
      const channel = env.places.nameOf('channel', row.channel_id);
      yield { ...item, outcome: 'skip', reason: `this server has no channel for #${channel}; choose one` };
      continue;
    }
    // What is only planned yet has no number to look for.
    const rehearsal = { ...parsed.data, ...laterOf(env, row) };
    let fields: string[] = [];
    const refusal = await refusalOf(async () => {
      const next = await checkPanel(env.as(), guild_id, rehearsal, before);
      if (before)
        fields = changesBetween(asFields(fieldsOf(before)), asFields(fieldsOf(next))).map(({ path }) => path);
    });
    const isSame = before !== undefined && !fields.length;
    const full =
      refusal || isSame
        ? undefined
        : ((before ? undefined : fullAt('panels', count)) ??
          room.take(rehearsal, before && fieldsOf(before)));
    if (refusal) yield { ...item, outcome: 'skip', reason: refusal };
    else if (before) {
      const id = String(before.panel_id);
      if (isSame) yield { ...item, outcome: 'same' };
      else if (full) yield { ...item, outcome: 'skip', reason: full.message };
      else
        yield {
          ...item,
          outcome: 'change',
          fields,
          apply: () => change(env, kinds.panel, { id, next: asFields(panelOf(env, row).wanted) }),
        };
    } else if (!unlimited && count >= limits.free_panels) {
      const params = { count, limit: limits.free_panels };
      yield { ...item, outcome: 'skip', reason: new AppError('panel.quota_exceeded', { params }).message };
    } else if (full) {
      yield { ...item, outcome: 'skip', reason: full.message };
    } else {
      count += 1;
      ids.plan('panel', row.panel_id);
      yield { ...item, outcome: 'create', apply: () => makePanel(env, row) };
    }
  }
}

/** Its number is remembered first, so that it is not made again by an import that was interrupted in between. */
async function makePanel(env: SetupEnv, row: SetupRow<'panels'>): Promise<void> {
  const { db } = env.as();
  const panel_id = await nextId(db, 'panels', 'panel_id');
  await env.ids.remember(db, 'panel', { from: row.panel_id, to: panel_id });
  const input = PanelInput.parse(panelOf(env, row).wanted);
  await createPanel(env.as(), env.guild_id, input, { panel_id, custom_id: newCustomId(), multi_panels: [] });
}

/** Forms and teams that are planned, and not made yet. */
function laterOf(env: SetupEnv, row: SetupRow<'panels'>): Partial<PanelInput> {
  const isLater = (id: number | null) =>
    id !== null && env.ids.has('form', id) && env.ids.get('form', id) === undefined;
  return {
    ...(isLater(row.form_id) && { form_id: null }),
    ...(isLater(row.exit_survey_form_id) && { exit_survey_form_id: null }),
  };
}

/** A panel as it would be sent from this server's editor, and what that leaves out. */
function panelOf(env: SetupEnv, row: SetupRow<'panels'>) {
  const { parts, ids, places } = env;
  const used_by = `panel ${row.title}`;
  const left_out: string[] = [];
  const unless = <T>(value: T | null | undefined, was: unknown, what: string): T | null => {
    if (was !== null && (value === null || value === undefined)) left_out.push(`without ${what}`);
    return value ?? null;
  };
  const form = (id: number | null) =>
    id === null ? null : (ids.get('form', id) ?? (ids.has('form', id) ? 0 : null));
  const survey = env.isOpen('exit_survey') ? form(row.exit_survey_form_id) : null;
  const waiting = env.isOpen('waiting_category') ? places.category(row.pending_category, used_by) : null;
  const emoji = row.emoji_id ? places.emoji(row.emoji_id, row.emoji_name ?? '') : row.emoji_name;
  const rules = parts
    .rulesOf(row.panel_id)
    .map(({ role_id, action }) => ({ role_id: places.role(role_id, used_by), action, was: role_id }));
  const mentions = row.mentions.flatMap((was) => {
    if (!/^\d+$/.test(was)) return [was];
    return [
      unless(places.role(was, used_by), was, `the mention of @${places.nameOf('role', was)}`) ?? [],
    ].flat();
  });
  const team_rows = parts.teamsOf(row.panel_id);
  const teams = team_rows.flatMap(({ team_id }) => ids.get('team', team_id) ?? []);
  if (team_rows.some(({ team_id }) => !ids.has('team', team_id)))
    left_out.push('without a team that is not here');
  const denied = rules.filter(({ role_id, was }) => {
    if (!role_id) left_out.push(`without the rule for @${places.nameOf('role', was)}`);
    return role_id !== null;
  });
  const wanted = {
    title: row.title,
    content: row.content,
    colour: row.colour,
    channel_id: places.channel(row.channel_id, used_by),
    category_id: unless(places.category(row.category_id, used_by), row.category_id, 'its category'),
    emote: unless(emoji, row.emoji_name, 'its emoji') ?? '',
    button_style: row.button_style,
    button_label: row.button_label,
    image_url: row.image_url,
    thumbnail_url: row.thumbnail_url,
    disabled: row.disabled,
    form_id: unless(form(row.form_id), row.form_id, 'its form') || null,
    exit_survey_form_id:
      unless(
        survey,
        row.exit_survey_form_id,
        env.isOpen('exit_survey') ? 'its exit survey' : 'its exit survey, which needs premium',
      ) || null,
    pending_category: unless(
      waiting,
      row.pending_category,
      env.isOpen('waiting_category') ? 'its waiting category' : 'its waiting category, which needs premium',
    ),
    naming_scheme: row.naming_scheme,
    mentions,
    delete_mentions: row.delete_mentions,
    default_team: row.default_team,
    teams,
    welcome_message: row.welcome_message && embedOf(env, row.welcome_message, left_out),
    access_control_list: denied.length
      ? denied.map(({ role_id, action }) => ({ role_id, action }))
      : undefined,
  };
  return { wanted, left_out };
}

/** A message as it is sent, without a footer where that needs premium. What is no message is for the schema to say. */
export function embedOf(env: SetupEnv, embed: unknown, left_out: string[]): unknown {
  if (env.isOpen('footer')) return embed;
  const read = CustomEmbedInput.safeParse(embed).data;
  if (!read?.footer?.text && !read?.footer?.icon_url) return embed;
  left_out.push('without its footer, which needs premium');
  return { ...(embed as object), footer: null };
}

/** Multi-panels, of those of their panels that are here. */
export async function* multiPanels(env: SetupEnv): AsyncGenerator<Item, void> {
  const { guild_id, rows, ids } = env;
  let total = await countOf(env.as().db, guild_id, 'multi_panels');
  const room = await ListedRoom.of(env.as().db, guild_id, 'multi_panels');
  for (const row of rows.multi_panels) {
    const { wanted, left_out, count } = multiPanelOf(env, row);
    const item = {
      entity: 'multi_panels' as const,
      name: typeof row.embed.title === 'string' && row.embed.title ? row.embed.title : `#${row.id}`,
      reason: reasonOf(left_out),
    };
    if (!wanted.channel_id) {
      const channel = env.places.nameOf('channel', row.channel_id);
      yield { ...item, outcome: 'skip', reason: `this server has no channel for #${channel}; choose one` };
      continue;
    }
    if (count < multiPanelLimits.min) {
      yield { ...item, outcome: 'skip', reason: 'fewer than two of its panels are here' };
      continue;
    }
    // Panels that are only planned have no numbers yet; any would do for the form.
    const placeholders =
      wanted.panels.length < count ? Array.from({ length: count }, (_, index) => index + 1) : wanted.panels;
    const parsed = MultiPanelInput.safeParse({ ...wanted, panels: placeholders }, { error: plainProblem });
    if (!parsed.data) {
      yield { ...item, outcome: 'skip', reason: parsed.error.issues[0]?.message };
      continue;
    }
    const known = ids.get('multi_panel', row.id);
    const now =
      known === undefined ? undefined : await kinds.multi_panel.read(env.as(), guild_id, String(known));
    if (known !== undefined && now) {
      const changes = changesBetween(now.fields, { ...now.fields, ...asFields(parsed.data) });
      const full = changes.length ? room.take(parsed.data, now.fields) : undefined;
      if (!changes.length) yield { ...item, outcome: 'same' };
      else if (full) yield { ...item, outcome: 'skip', reason: full.message };
      else
        yield {
          ...item,
          outcome: 'change',
          fields: changes.map(({ path }) => path),
          apply: () =>
            change(env, kinds.multi_panel, {
              id: String(known),
              next: asFields(MultiPanelInput.parse(multiPanelOf(env, row).wanted)),
            }),
        };
      continue;
    }
    const full = fullAt('multi_panels', total) ?? room.take(parsed.data);
    if (full) {
      yield { ...item, outcome: 'skip', reason: full.message };
      continue;
    }
    total += 1;
    ids.plan('multi_panel', row.id);
    yield {
      ...item,
      outcome: 'create',
      async apply() {
        const { db } = env.as();
        const id = known ?? (await nextId(db, 'multi_panels', 'id'));
        await ids.remember(db, 'multi_panel', { from: row.id, to: id });
        const input = MultiPanelInput.parse(multiPanelOf(env, row).wanted);
        await createMultiPanel(env.as(), guild_id, input, { id });
      },
    };
  }
}

function multiPanelOf(env: SetupEnv, row: SetupRow<'multi_panels'>) {
  const { parts, ids, places } = env;
  const left_out: string[] = [];
  const panel_rows = parts.panelsOf(row.id);
  const there = panel_rows.filter(({ panel_id }) => ids.has('panel', panel_id));
  if (there.length < panel_rows.length) left_out.push('without panels that are not here');
  const wanted = {
    channel_id: places.channel(row.channel_id, 'multi-panel'),
    panels: there.flatMap(({ panel_id }) => ids.get('panel', panel_id) ?? []),
    select_menu: row.select_menu,
    select_menu_placeholder: row.select_menu_placeholder,
    embed: embedOf(env, row.embed, left_out),
  };
  return { wanted, left_out, count: there.length };
}
