import { z } from 'zod';
import { BlacklistAdded, BlacklistInput, BlacklistPage } from './blacklist.ts';
import { ConfigPublic } from './config.ts';
import { Form, FormInputsSave, FormTitleInput } from './forms.ts';
import { Channel, DiscordProblem, Emoji, GuildDetail, Member, PremiumAnswer, Role } from './guild.ts';
import { MultiPanelAnswer, MultiPanelInput, MultiPanelList } from './multi-panels.ts';
import { OpenerTickets } from './opener-tickets.ts';
import { Panel, PanelCreated, PanelInput } from './panels.ts';
import { QueryFlag } from './query-flag.ts';
import { type RouteName, routePaths } from './route-paths.ts';
import { RowId } from './row-id.ts';
import { CallbackAnswer, CodeVerifier, PermissionLevelAnswer, ReloadAnswer } from './session.ts';
import { SettingsAnswer, SettingsInput, SettingsSaved } from './settings.ts';
import { Snowflake } from './snowflake.ts';
import { TagInput, TagMap, TagRemove } from './tags.ts';
import { Team } from './teams.ts';
import {
  CloseInput,
  CloseReasons,
  ReadInput,
  ReplyAnswer,
  ReplyInput,
  SendTagInput,
  TicketId,
  TicketList,
  TicketView,
  TicketViewQuery,
  TransferInput,
  TransferTargets,
  WaitingTickets,
} from './tickets.ts';
import { Transcript, TranscriptFilter, TranscriptQuery, TranscriptRow } from './transcripts.ts';
import { type FileLimits, replyFiles, type UploadedFile } from './uploads.ts';

/**
 * Who may call a route. `guild:N` asks for that permission level in the server of the path; `ticket` asks for the
 * right to see the ticket of the path, which its opener has with no level at all.
 */
export type Access = 'public' | 'user' | 'guild:1' | 'guild:2' | 'ticket' | 'admin';

/** A limit on calls of one route by one user, or by everybody in one server. */
export interface RouteLimit {
  per: 'user' | 'guild';
  max: number;
  period_ms: number;
}

export interface Route {
  summary: string;
  /** The heading under which the API document shows it. */
  subject: string;
  access: Access;
  limits?: readonly RouteLimit[];
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /**
   * Files may come with the body: as multipart/form-data with the body as JSON in the part `payload_json`, as Discord's
   * own API has it.
   */
  files?: FileLimits;
  /** Success answers by status; null is an answer without a body. */
  answers: Readonly<Record<number, z.ZodType | null>>;
  /** Headers of a success answer, with what each says. */
  answer_headers?: Readonly<Record<string, string>>;
}

const Ok = z.object({ success: z.literal(true) });
const GuildPath = z.object({ guild_id: Snowflake });
const PanelPath = GuildPath.extend({ panel_id: RowId });
const MultiPanelPath = GuildPath.extend({ multi_panel_id: RowId });
const FormPath = GuildPath.extend({ form_id: RowId });
const TicketPath = GuildPath.extend({ ticket_id: TicketId });

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

const MemberSearch = z.object({ query: z.string().max(128).default('') });
/** Discord is asked each time, and has limits of its own. */
const memberSearchLimits = [
  { per: 'guild', max: 5, period_ms: second },
  { per: 'guild', max: 10, period_ms: 30 * second },
  { per: 'guild', max: 75, period_ms: 30 * minute },
] as const satisfies readonly RouteLimit[];

/** Every HTTP route as data. The server mounts it, the client is typed by it, tests and documents derive from it. */
export const routes = {
  'config.get': {
    summary: 'What the dashboard needs to know before sign-in.',
    subject: 'Session',
    access: 'public',
    answers: { 200: ConfigPublic },
  },
  'session.callback': {
    summary:
      'Ends sign-in: exchanges the code of Discord for a session. A code that was asked for with a challenge needs its verifier.',
    subject: 'Session',
    access: 'public',
    query: z.object({ code: z.string().max(512).optional(), code_verifier: CodeVerifier.optional() }),
    answers: { 200: CallbackAnswer },
  },
  'session.logout': {
    summary: 'Ends the session; its token is refused from now on.',
    subject: 'Session',
    access: 'user',
    answers: { 204: null },
  },
  'user.reload_guilds': {
    summary: "Asks Discord again for the user's servers.",
    subject: 'Session',
    access: 'user',
    answers: { 200: ReloadAnswer },
  },
  'user.permission_level': {
    summary: "The user's permission level in one server.",
    subject: 'Session',
    access: 'user',
    query: z.object({ guild: z.string().max(64).optional() }),
    answers: { 200: PermissionLevelAnswer },
  },
  'guild.get': {
    summary: 'Name and icon of the server, and how the bot appears in it.',
    subject: 'Server',
    access: 'guild:1',
    params: GuildPath,
    answers: { 200: GuildDetail },
  },
  'guild.discord': {
    summary: 'Why Discord keeps the bot out, if it does, for the people who can do something about it.',
    subject: 'Server',
    access: 'guild:2',
    params: GuildPath,
    answers: { 200: z.object({ problem: DiscordProblem.nullable() }) },
  },
  'guild.channels': {
    summary: 'Channels of the server, without threads, in their order.',
    subject: 'Server',
    access: 'guild:1',
    params: GuildPath,
    query: z.object({ refresh: QueryFlag.optional() }),
    answers: { 200: z.array(Channel) },
  },
  'guild.roles': {
    summary: 'Roles of the server.',
    subject: 'Server',
    access: 'guild:1',
    params: GuildPath,
    answers: { 200: z.object({ success: z.literal(true), roles: z.array(Role) }) },
  },
  'guild.emojis': {
    summary: 'Custom emojis of the server.',
    subject: 'Server',
    access: 'guild:1',
    // They are read from our own tables, so a team may open its editors side by side.
    limits: [{ per: 'guild', max: 30, period_ms: 30 * second }],
    params: GuildPath,
    answers: { 200: z.array(Emoji) },
  },
  'guild.premium': {
    summary: 'Whether the server has premium.',
    subject: 'Server',
    access: 'guild:1',
    params: GuildPath,
    query: z.object({ include_voting: QueryFlag.optional() }),
    answers: { 200: PremiumAnswer },
  },
  'guild.search_members': {
    summary: 'Members whose name or nickname begins with the query.',
    subject: 'Server',
    access: 'guild:1',
    limits: memberSearchLimits,
    params: GuildPath,
    query: MemberSearch,
    answers: { 200: z.array(Member) },
  },
  'settings.get': {
    summary: 'All settings of the server, with the languages to choose from.',
    subject: 'Settings',
    access: 'guild:1',
    params: GuildPath,
    answers: { 200: SettingsAnswer },
  },
  'settings.save': {
    summary:
      'Saves all settings. Five fields are checked softly: a false flag means that this one was not saved.',
    subject: 'Settings',
    access: 'guild:2',
    params: GuildPath,
    body: SettingsInput,
    answers: { 200: SettingsSaved },
  },
  'panels.list': {
    summary: 'Ticket panels of the server, oldest first.',
    subject: 'Panels',
    access: 'guild:1',
    params: GuildPath,
    answers: { 200: z.array(Panel) },
  },
  'panels.create': {
    summary: 'Creates a panel and posts its message.',
    subject: 'Panels',
    access: 'guild:2',
    params: GuildPath,
    body: PanelInput,
    answers: { 200: PanelCreated },
  },
  'panels.update': {
    summary: 'Changes a panel, and its message. Keys that are absent keep their values.',
    subject: 'Panels',
    access: 'guild:2',
    params: PanelPath,
    body: PanelInput,
    answers: { 200: Ok },
  },
  'panels.resend': {
    summary: "Posts a panel's message anew and deletes the one before.",
    subject: 'Panels',
    access: 'guild:2',
    limits: [{ per: 'guild', max: 5, period_ms: 5 * second }],
    params: PanelPath,
    answers: { 200: Ok },
  },
  'panels.remove': {
    summary: 'Deletes a panel and its message.',
    subject: 'Panels',
    access: 'guild:2',
    params: PanelPath,
    answers: { 200: Ok },
  },
  'multi_panels.list': {
    summary: 'Multi-panels of the server, oldest first.',
    subject: 'Multi-panels',
    access: 'guild:2',
    params: GuildPath,
    answers: { 200: MultiPanelList },
  },
  'multi_panels.create': {
    summary: 'Creates a multi-panel and posts its message.',
    subject: 'Multi-panels',
    access: 'guild:2',
    params: GuildPath,
    body: MultiPanelInput,
    answers: { 200: MultiPanelAnswer },
  },
  'multi_panels.update': {
    summary: 'Changes a multi-panel, and its message. Keys that are absent keep their values.',
    subject: 'Multi-panels',
    access: 'guild:2',
    params: MultiPanelPath,
    body: MultiPanelInput,
    answers: { 200: MultiPanelAnswer },
  },
  'multi_panels.resend': {
    summary: "Posts a multi-panel's message anew and deletes the one before.",
    subject: 'Multi-panels',
    access: 'guild:2',
    limits: [{ per: 'guild', max: 5, period_ms: 5 * second }],
    params: MultiPanelPath,
    answers: { 200: Ok },
  },
  'multi_panels.remove': {
    summary: 'Deletes a multi-panel and its message. Its panels stay.',
    subject: 'Multi-panels',
    access: 'guild:2',
    params: MultiPanelPath,
    answers: { 200: Ok },
  },
  'forms.list': {
    summary: 'Forms of the server with their inputs, oldest first.',
    subject: 'Forms',
    access: 'guild:1',
    params: GuildPath,
    answers: { 200: z.array(Form) },
  },
  'forms.create': {
    summary: 'Creates a form without inputs.',
    subject: 'Forms',
    access: 'guild:2',
    limits: [{ per: 'guild', max: 30, period_ms: hour }],
    params: GuildPath,
    body: FormTitleInput,
    answers: { 200: Form },
  },
  'forms.rename': {
    summary: 'Gives a form another title.',
    subject: 'Forms',
    access: 'guild:2',
    limits: [{ per: 'guild', max: 30, period_ms: hour }],
    params: FormPath,
    body: FormTitleInput,
    answers: { 200: Ok },
  },
  'forms.remove': {
    summary: 'Deletes a form. Panels that used it have none from then on.',
    subject: 'Forms',
    access: 'guild:2',
    params: FormPath,
    answers: { 200: Ok },
  },
  'forms.save_inputs': {
    summary: 'Saves all inputs of a form at once: new ones, changed ones, and the ids of those that go.',
    subject: 'Forms',
    access: 'guild:2',
    params: FormPath,
    body: FormInputsSave,
    answers: { 204: null },
  },
  'teams.list': {
    summary: 'Named support teams of the server. The Default team is none of them.',
    subject: 'Teams',
    access: 'guild:2',
    params: GuildPath,
    answers: { 200: z.array(Team) },
  },
  'tags.list': {
    summary: 'All tags of the server by their id.',
    subject: 'Tags',
    access: 'guild:1',
    params: GuildPath,
    answers: { 200: TagMap },
  },
  'tags.save': {
    summary: 'Creates a tag, or changes the one of this id.',
    subject: 'Tags',
    access: 'guild:1',
    params: GuildPath,
    body: TagInput,
    answers: { 204: null },
  },
  'tags.remove': {
    summary: 'Deletes a tag, and the command of its own.',
    subject: 'Tags',
    access: 'guild:1',
    params: GuildPath,
    body: TagRemove,
    answers: { 204: null },
  },
  'blacklist.list': {
    summary: 'A page of blacklisted people, with all blacklisted roles.',
    subject: 'Blacklist',
    access: 'guild:1',
    params: GuildPath,
    query: z.object({ page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1) }),
    answers: { 200: BlacklistPage },
  },
  'blacklist.add': {
    summary: 'Blacklists a person or a role. Adding one again changes nothing.',
    subject: 'Blacklist',
    access: 'guild:1',
    params: GuildPath,
    body: BlacklistInput,
    answers: { 200: BlacklistAdded },
  },
  'blacklist.remove_user': {
    summary: 'Takes a person off the blacklist.',
    subject: 'Blacklist',
    access: 'guild:1',
    params: GuildPath.extend({ user_id: Snowflake }),
    answers: { 204: null },
  },
  'blacklist.remove_role': {
    summary: 'Takes a role off the blacklist.',
    subject: 'Blacklist',
    access: 'guild:1',
    params: GuildPath.extend({ role_id: Snowflake }),
    answers: { 204: null },
  },
  'tickets.list': {
    summary: 'Open tickets that the user may see, newest first.',
    subject: 'Tickets',
    access: 'guild:1',
    params: GuildPath,
    answers: { 200: TicketList },
  },
  'tickets.waiting': {
    summary: 'Which of the open tickets that the user may see wait for staff.',
    subject: 'Tickets',
    access: 'guild:1',
    params: GuildPath,
    answers: { 200: WaitingTickets },
  },
  'tickets.get': {
    summary: 'An open ticket with a page of its messages, oldest first.',
    subject: 'Tickets',
    access: 'ticket',
    params: TicketPath,
    query: TicketViewQuery,
    answers: { 200: TicketView },
  },
  'tickets.of_opener': {
    summary: 'The latest tickets that its opener had before an open ticket, and how many there were.',
    subject: 'Tickets',
    access: 'ticket',
    params: TicketPath,
    answers: { 200: OpenerTickets },
  },
  'tickets.mark_read': {
    summary: 'Notes that the caller has seen the messages of an open ticket up to this one.',
    subject: 'Tickets',
    access: 'guild:1',
    params: TicketPath,
    body: ReadInput,
    answers: { 204: null },
  },
  'tickets.reply': {
    summary: 'Writes a message into the ticket, with files or without (premium).',
    subject: 'Tickets',
    access: 'guild:1',
    limits: [{ per: 'guild', max: 5, period_ms: 5 * second }],
    params: TicketPath,
    body: ReplyInput,
    files: replyFiles,
    answers: { 200: ReplyAnswer },
  },
  'tickets.send_tag': {
    summary: 'Posts a tag into the ticket (premium).',
    subject: 'Tickets',
    access: 'guild:1',
    limits: [{ per: 'guild', max: 5, period_ms: 5 * second }],
    params: TicketPath,
    body: SendTagInput,
    answers: { 200: ReplyAnswer },
  },
  'tickets.claim': {
    summary: 'Makes the ticket the caller’s own to answer.',
    subject: 'Tickets',
    access: 'guild:1',
    params: TicketPath,
    answers: { 200: Ok },
  },
  'tickets.unclaim': {
    summary: 'Gives a claimed ticket back to the whole team.',
    subject: 'Tickets',
    access: 'guild:1',
    params: TicketPath,
    answers: { 200: Ok },
  },
  'tickets.transfer_targets': {
    summary:
      'People whom the ticket can be transferred to and whose name begins with the query: the caller, then by name.',
    subject: 'Tickets',
    access: 'guild:1',
    limits: memberSearchLimits,
    params: TicketPath,
    query: MemberSearch,
    answers: { 200: TransferTargets },
  },
  'tickets.transfer': {
    summary: 'Makes the ticket another member of staff’s own to answer.',
    subject: 'Tickets',
    access: 'guild:1',
    params: TicketPath,
    body: TransferInput,
    answers: { 200: Ok },
  },
  'tickets.close_reasons': {
    summary:
      'The reasons that the ticket is likely to be closed for: those of closed tickets of its panel first.',
    subject: 'Tickets',
    access: 'guild:1',
    params: TicketPath,
    answers: { 200: CloseReasons },
  },
  'tickets.close': {
    summary: 'Closes the ticket, with an optional reason.',
    subject: 'Tickets',
    access: 'guild:1',
    params: TicketPath,
    body: CloseInput,
    answers: { 200: Ok },
  },
  'transcripts.list': {
    summary: 'A page of closed tickets, newest first. The answer is the bare list.',
    subject: 'Transcripts',
    access: 'guild:1',
    limits: [
      { per: 'user', max: 5, period_ms: 5 * second },
      { per: 'user', max: 20, period_ms: minute },
    ],
    params: GuildPath,
    body: TranscriptFilter,
    answers: { 200: z.array(TranscriptRow) },
    answer_headers: {
      'x-total-count': 'How many closed tickets the filter finds, counted up to 10,000.',
      'x-current-page': 'The page that was answered.',
    },
  },
  'transcripts.render': {
    summary: 'The messages of a closed ticket.',
    subject: 'Transcripts',
    access: 'ticket',
    limits: [{ per: 'guild', max: 10, period_ms: 10 * second }],
    params: TicketPath,
    query: TranscriptQuery,
    answers: { 200: Transcript },
  },
} as const satisfies Record<RouteName, Route>;

export type Routes = typeof routes;

type Schema<R, K extends string> = R extends { [key in K]: infer S extends z.ZodType } ? S : undefined;

/** What a caller passes. */
export type RouteInput<N extends RouteName> = {
  [K in 'params' | 'query' | 'body' as Schema<Routes[N], K> extends z.ZodType ? K : never]: z.input<
    Extract<Schema<Routes[N], K>, z.ZodType>
  >;
} & (Routes[N] extends { files: FileLimits } ? { files?: readonly File[] } : unknown);

/** What a handler receives after the checks. */
export type RouteParsed<N extends RouteName> = {
  [K in 'params' | 'query' | 'body' as Schema<Routes[N], K> extends z.ZodType ? K : never]: z.output<
    Extract<Schema<Routes[N], K>, z.ZodType>
  >;
} & (Routes[N] extends { files: FileLimits } ? { files: readonly UploadedFile[] } : unknown);

type Answers<N extends RouteName> = Routes[N]['answers'];

/** The body of a success answer; undefined for an answer without one. */
export type RouteAnswer<N extends RouteName> = {
  [S in keyof Answers<N>]: Answers<N>[S] extends z.ZodType ? z.output<Answers<N>[S]> : undefined;
}[keyof Answers<N>];

/** Fills the placeholders of a route's path. */
export function pathOf(name: RouteName, params: Record<string, string | number> = {}): string {
  return routePaths[name][1].replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])));
}
