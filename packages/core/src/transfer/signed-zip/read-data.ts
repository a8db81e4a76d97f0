import { Settings, settingsDefaults } from '@tickets/contract/settings/settings';
import { z } from 'zod';
import { rowOf } from '../../settings/rows.ts';
import type { SetupRows } from '../format/archive.ts';
import type { ArchiveLimits } from '../format/limits.ts';
import { ArchiveProblem } from '../format/problem.ts';
import type { Thing } from '../format/things.ts';
import { shown } from '../format/zip.ts';
import { registry, type SetupTable, type TicketRow } from '../registry/registry.ts';
import { ticketTables } from '../registry/tickets.ts';
import { textOf } from './values.ts';

type Said = Record<string, unknown>;

/** Things that are not understood are counted up to so many; an archive with more is not what it says. */
const missedMax = 10_000;
/** Parts that are not read are named up to so many. */
const namedMax = 20;

const isObject = (value: unknown): value is Said =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** A list of things, or things by their ids. */
const listOf = (value: unknown): unknown[] =>
  Array.isArray(value)
    ? value
    : isObject(value)
      ? Object.entries(value).map(([id, one]) => (isObject(one) ? { id, ...one } : one))
      : [];
const first = (row: Said, ...names: string[]) =>
  names.map((name) => row[name]).find((value) => value !== undefined);
const idOf = (value: unknown) =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : value;
/** Times as RFC 3339 has them, in UTC. */
const timeOf = (value: unknown) => {
  const at = typeof value === 'string' || typeof value === 'number' ? new Date(value) : undefined;
  return at && !Number.isNaN(at.getTime()) ? at.toISOString() : null;
};
const nullable = (value: unknown) =>
  value === 'null' || value === '' || value === undefined || value === 0 || value === '0'
    ? null
    : idOf(value);

/** Which of our tables each part becomes, and how a row of it is called there. */
const parts: Record<string, { table: SetupTable; row(said: Said): Said }> = {
  support_teams: {
    table: 'support_teams',
    row: (said) => ({ team_id: first(said, 'team_id', 'id'), name: said.name }),
  },
  support_team_roles: {
    table: 'support_team_roles',
    row: (said) => ({ team_id: said.team_id, role_id: idOf(said.role_id) }),
  },
  support_team_users: {
    table: 'support_team_users',
    row: (said) => ({ team_id: said.team_id, user_id: idOf(said.user_id) }),
  },
  role_permissions: {
    table: 'role_permissions',
    row: (said) => ({
      role_id: idOf(said.role_id),
      admin: said.admin ?? false,
      support: said.support ?? false,
    }),
  },
  user_permissions: {
    table: 'permissions',
    row: (said) => ({
      user_id: idOf(said.user_id),
      admin: said.admin ?? false,
      support: said.support ?? false,
    }),
  },
  blacklisted_users: {
    table: 'blacklisted_users',
    row: (said) => ({ user_id: idOf(first(said, 'user_id', 'id')) }),
  },
  guild_blacklisted_roles: {
    table: 'blacklisted_roles',
    row: (said) => ({ role_id: idOf(first(said, 'role_id', 'id')) }),
  },
  forms: { table: 'forms', row: (said) => ({ form_id: first(said, 'form_id', 'id'), title: said.title }) },
  form_input: {
    table: 'form_inputs',
    row: (said) => ({
      id: said.id,
      form_id: said.form_id,
      position: said.position,
      style: said.style,
      label: said.label,
      placeholder: said.placeholder ?? null,
      required: said.required ?? true,
      min_length: said.min_length ?? 0,
      max_length: said.max_length || (said.style === 1 ? 255 : 1024),
    }),
  },
  tags: {
    table: 'tags',
    row: (said) => ({
      tag_id: first(said, 'tag_id', 'id'),
      content: said.content ?? null,
      embed: said.embed ?? null,
      use_guild_command: said.use_guild_command ?? false,
    }),
  },
  panels: {
    table: 'panels',
    row(said) {
      const emote = first(said, 'emote', 'emoji');
      const custom = isObject(emote) ? emote : undefined;
      return {
        panel_id: first(said, 'panel_id', 'id'),
        title: said.title,
        content: said.content,
        colour: said.colour,
        channel_id: idOf(said.channel_id),
        category_id: nullable(said.category_id),
        emoji_name: custom
          ? custom.name
          : typeof emote === 'string' && emote
            ? emote
            : (said.emoji_name ?? null),
        emoji_id: nullable(custom ? custom.id : said.emoji_id),
        button_style: Number(textOf(said.button_style ?? 1)),
        button_label: said.button_label ?? '',
        image_url: said.image_url ?? null,
        thumbnail_url: said.thumbnail_url ?? null,
        disabled: said.disabled ?? false,
        form_id: said.form_id ?? null,
        exit_survey_form_id: said.exit_survey_form_id ?? null,
        pending_category: nullable(said.pending_category),
        naming_scheme: said.naming_scheme ?? null,
        mentions: listOf(said.mentions).map(idOf),
        delete_mentions: said.delete_mentions ?? false,
        default_team: said.default_team ?? true,
        welcome_message: said.welcome_message ?? null,
      };
    },
  },
  panel_teams: { table: 'panel_teams', row: (said) => ({ panel_id: said.panel_id, team_id: said.team_id }) },
  panel_access_control_rules: {
    table: 'panel_access_rules',
    row: (said) => ({
      panel_id: said.panel_id,
      position: said.position,
      role_id: idOf(said.role_id),
      action: said.action,
    }),
  },
  multi_panels: {
    table: 'multi_panels',
    row: (said) => ({
      id: said.id,
      channel_id: idOf(said.channel_id),
      embed: said.embed ?? {},
      select_menu: said.select_menu ?? false,
      select_menu_placeholder: said.select_menu_placeholder ?? null,
    }),
  },
  multi_panel_targets: {
    table: 'multi_panel_panels',
    row: (said) => ({
      multi_panel_id: said.multi_panel_id,
      panel_id: said.panel_id,
      position: said.position,
    }),
  },
};

/** Settings that are parts of their own, and how the field is called here. */
const settingParts: Record<string, keyof Settings> = {
  language: 'language',
  archive_channel: 'archive_channel',
  autoclose_settings: 'auto_close',
  channel_category: 'category',
  claim_settings: 'claim_settings',
  close_confirmation: 'close_confirmation',
  custom_colours: 'colours',
  feedback_enabled: 'feedback_enabled',
  naming_scheme: 'naming_scheme',
  ticket_limit: 'ticket_limit',
  ticket_permissions: 'ticket_permissions',
  users_can_close: 'users_can_close',
  welcome_message: 'welcome_message',
};

/** What it says of settings; what it does not is as in a new server. */
function settingsOf(data: Said): { row: Said | undefined; missed: string[] } {
  const said: Said = { ...(isObject(data.settings) ? data.settings : {}) };
  for (const [part, field] of Object.entries(settingParts))
    if (data[part] !== undefined) said[field] = data[part];
  const missed: string[] = [];
  const read: Said = {};
  for (const [field, value] of Object.entries(said)) {
    const schema = Object.entries(Settings.shape).find(([name]) => name === field)?.[1];
    // The panel of the context menu is known by its number there.
    if (!schema || field === 'context_menu_panel') continue;
    const { success, data: one } = schema.safeParse(value === 'null' ? null : value);
    if (success) read[field] = one;
    else missed.push(field);
  }
  if (!Object.keys(read).length) return { row: undefined, missed };
  const { data: row } = z
    .object(registry.setup.guild_settings.columns)
    .safeParse(rowOf({ ...settingsDefaults, ...read }));
  return { row, missed };
}

/** Parts that come as a whole. */
export const wholeParts = ['guild_id', 'guild', 'guild_metadata', 'settings', ...Object.keys(settingParts)];

/**
 * Takes in the `data.json` of the product whose archives are signed, thing by thing. Its parts are known by the names of the
 * kinds of things, and the fields of each by the names that the HTTP interface has for them. What is not understood is told.
 */
export class DataReader {
  readonly rows = Object.fromEntries(
    Object.keys(registry.setup).map((table) => [table, []]),
  ) as unknown as SetupRows; // filled below, by the columns of each
  readonly #whole: Said = {};
  readonly #missed = new Map<string, number>();
  readonly #not_read = new Set<string>();
  readonly #now: Date;
  readonly #limits: Pick<ArchiveLimits, 'setup_lines'>;
  readonly #addTicket: (ticket: TicketRow<'tickets'>) => void;
  /** Of each part. */
  readonly #seen = new Map<string, number>();
  #lines = 0;

  constructor(
    now: Date,
    limits: Pick<ArchiveLimits, 'setup_lines'>,
    addTicket: (ticket: TicketRow<'tickets'>) => void,
  ) {
    this.#now = now;
    this.#limits = limits;
    this.#addTicket = addTicket;
  }

  take({ path: [part_name, key], value }: Thing): void {
    const name = String(part_name);
    const place = (this.#seen.get(name) ?? 0) + 1;
    const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
    if (wholeParts.includes(name)) this.#whole[name] = value;
    else if (name === 'tickets' || part) {
      this.#seen.set(name, place);
      // A list of things, or things by their ids.
      const said = typeof key === 'string' && isObject(value) ? { id: key, ...value } : value;
      if (part) this.#takeRow(name, part, { said, place });
      else this.#takeTicket(isObject(said) ? said : {});
    } else if (this.#not_read.size <= namedMax) this.#not_read.add(name);
  }

  /** Where the server stands that the data is of. */
  guildId(): string {
    const guild = this.#whole.guild ?? this.#whole.guild_metadata;
    const found = textOf(this.#whole.guild_id ?? (isObject(guild) ? guild.id : undefined));
    if (!/^[1-9]\d{0,18}$/.test(found))
      throw new ArchiveProblem('data.json does not say of which server it is');
    return found;
  }

  /** Adds the settings, and says what was not understood. */
  end(): string[] {
    const unread = [...this.#not_read].slice(0, namedMax).map((name) => `${shown(name)} is not read.`);
    if (this.#not_read.size > namedMax) unread.push('Other parts are not read.');
    const missed = [...this.#missed].map(([name, count]) =>
      name === 'tickets'
        ? `Of tickets, ${count} are not understood.`
        : `Of ${name}, ${count} ${count === 1 ? 'is' : 'are'} not understood.`,
    );
    const notes = [...unread, ...missed];
    const settings = settingsOf(this.#whole);
    if (settings.row) {
      const held: Said[] = this.rows.guild_settings;
      held.push(settings.row);
      notes.push('Settings that it does not name become those of a new server.');
    }
    if (settings.missed.length) notes.push(`Of settings, not understood: ${settings.missed.join(', ')}.`);
    return notes;
  }

  #takeRow(
    name: string,
    { table, row }: (typeof parts)[string],
    { said, place }: { said: unknown; place: number },
  ): void {
    const of = isObject(said) ? said : { id: idOf(said) };
    const made = row(of);
    this.#keep(table, 'position' in made ? { ...made, position: made.position ?? place } : made, name);
    if (name === 'forms') this.#takeInputs(of);
    if (name === 'multi_panels') this.#takePanels(of);
  }

  /** Questions may stand in their form. */
  #takeInputs(form: Said): void {
    for (const [index, input] of listOf(form.inputs).entries())
      if (isObject(input) && parts.form_input)
        this.#keep(
          'form_inputs',
          parts.form_input.row({
            position: index + 1,
            id: index + 1,
            form_id: first(form, 'form_id', 'id'),
            ...input,
          }),
        );
  }

  /** And panels in their multi-panel. */
  #takePanels(multi: Said): void {
    for (const [index, panel] of listOf(multi.panels).entries()) {
      const panel_id = isObject(panel) ? first(panel, 'panel_id', 'id') : panel;
      this.#keep('multi_panel_panels', { multi_panel_id: multi.id, panel_id, position: index + 1 });
    }
  }

  #keep(table: SetupTable, row: Said, part?: string): void {
    this.#lines += 1;
    if (this.#lines > this.#limits.setup_lines)
      throw new ArchiveProblem(`data.json holds more than ${this.#limits.setup_lines} things`);
    const { data } = schemaOf(table).safeParse(row);
    const held: Said[] = this.rows[table];
    if (data) held.push(data);
    else if (part) this.#miss(part);
  }

  #takeTicket(said: Said): void {
    const { data } = Ticket.safeParse(ticketOf(said, this.#now));
    if (data) this.#addTicket(data);
    else this.#miss('tickets');
  }

  #miss(part: string): void {
    const count = (this.#missed.get(part) ?? 0) + 1;
    if (count > missedMax)
      throw new ArchiveProblem(`data.json holds more than ${missedMax} ${part} that are not understood`);
    this.#missed.set(part, count);
  }
}

const schemas = new Map<SetupTable, z.ZodType<Said>>();

function schemaOf(table: SetupTable): z.ZodType<Said> {
  const schema = schemas.get(table) ?? z.object(registry.setup[table].columns);
  schemas.set(table, schema);
  return schema;
}

const Ticket = z.object(ticketTables.tickets.columns);

function ticketOf(row: Said, now: Date): Said {
  const closed_at = timeOf(first(row, 'closed_at', 'close_time'));
  const isOpen = row.open === true || (row.open === undefined && row.status === 'OPEN');
  return {
    ...emptyTicket,
    ticket_id: first(row, 'ticket_id', 'id'),
    status: isOpen ? 'open' : 'closed',
    panel_id: row.panel_id ?? null,
    opener_id: idOf(first(row, 'user_id', 'opener_id')),
    is_thread: row.is_thread ?? false,
    channel_name: `ticket-${textOf(first(row, 'ticket_id', 'id'))}`,
    claimed_by: nullable(row.claimed_by),
    opened_at: timeOf(first(row, 'opened_at', 'open_time')) ?? closed_at ?? now.toISOString(),
    closed_at,
    closed_by: nullable(row.closed_by),
    close_reason: row.close_reason ?? null,
    rating: row.rating ?? null,
  };
}

/** A ticket of which no more is known. */
export const emptyTicket = {
  status: 'closed',
  panel_id: null,
  source: 'panel',
  subject: '',
  subject_author_id: null,
  is_thread: false,
  thread_name: null,
  origin: null,
  claimed_by: null,
  claimed_at: null,
  first_response_at: null,
  last_message_id: null,
  last_message_at: null,
  last_message_by: null,
  last_message_is_staff: null,
  answered_at: null,
  unanswered_at: null,
  message_count: 0,
  last_seq: 0,
  closed_at: null,
  closed_by: null,
  close_reason: null,
  close_source: null,
  closer_unnamed: false,
  final_read_at: null,
  has_transcript: false,
  rating: null,
  rated_at: null,
  continues: null,
  reopened_at: null,
} as const;
