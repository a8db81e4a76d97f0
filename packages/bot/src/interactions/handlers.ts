import type { ActionName } from '@tickets/contract/access/actions';
import type { PermissionLevel } from '@tickets/contract/access/levels';
import type { Language } from '@tickets/contract/platform/locales';
import type { UserCall } from '@tickets/core/access/caller';
import type { Context } from '@tickets/core/platform/context';
import type { Texts } from '@tickets/core/platform/texts/shape';
import type { GuildSettings } from '@tickets/core/settings/read';
import type { Ticket } from '@tickets/core/tickets/model/find';
import type { AsksSomething } from '@tickets/core/tickets/opening/open-form';
import type { Look } from '@tickets/core/wording/look';
import type {
  APIApplicationCommandAutocompleteInteraction,
  APIApplicationCommandOptionChoice,
  APIChatInputApplicationCommandInteraction,
  APIMessageApplicationCommandInteraction,
  APIMessageComponentInteraction,
  APIModalInteractionResponseCallbackData,
  APIModalSubmitInteraction,
  APIUser,
  RESTPostAPIChatInputApplicationCommandsJSONBody,
  RESTPostAPIContextMenuApplicationCommandsJSONBody,
} from 'discord-api-types/v10';
import type { Answer } from './answer.ts';

/** The server that an interaction concerns, and how the bot speaks there. */
export interface Server {
  guild_id: string;
  settings: GuildSettings;
  look: Look;
  t: Texts;
}

/** What a handler is given. */
export interface HandlerInput<I> {
  interaction: I;
  user: APIUser;
  /** The arguments of a custom id. */
  args: string[];
  server: Server;
  answer: Answer;
  /** How it is answered, as the handler declared or chose. */
  answers: Answers;
}
/** In a server: what a use-case is called with, by the person of the interaction. */
export interface GuildInput<I> extends HandlerInput<I> {
  call: UserCall;
}
/** In the channel of a ticket that is open. */
export interface TicketInput<I> extends GuildInput<I> {
  ticket: Ticket;
}

/**
 * How a handler answers. `privately` and `publicly`: the interaction is acknowledged before the handler runs, and
 * `answer.send` fills that answer in. `itself`: the handler answers first (a modal, a changed message) and is
 * acknowledged for it when it takes too long. `itself_publicly`: so, too, for everybody to see; Discord notifies the
 * people whom a message names when it is the first answer, not when it fills one in.
 */
export type Answers = 'privately' | 'publicly' | 'itself' | 'itself_publicly';

/**
 * Chooses between acknowledging at once and answering itself. It comes before everything else and is waited for, so it
 * asks one short question at most, over connections that are kept free for it.
 */
export type ChooseAnswers<I> = (asked: {
  asksSomething: AsksSomething;
  interaction: I;
  args: string[];
}) => Promise<'privately' | 'itself'>;

/** What is done, which says who may. `everyone`: anyone in the server, or in direct messages, may use it. */
export type HandlerAction = ActionName | 'everyone';

/** Guards and answers are declared, so that dispatch sees to them and no handler can forget them. */
interface Guarded<I> {
  answers: Answers | ChooseAnswers<I>;
  action: HandlerAction;
  run: InGuild<I> | InTicket<I>;
}
interface InGuild<I> {
  where: 'guild';
  execute(input: GuildInput<I>): Promise<void>;
}
interface InTicket<I> {
  where: 'ticket';
  execute(input: TicketInput<I>): Promise<void>;
}
/** In a server, or in direct messages with the bot, where nobody has a level. */
export interface AnywhereInput<I> extends Omit<HandlerInput<I>, 'server'> {
  ctx: Context;
  look: Look;
  language: Language;
  /** Undefined in direct messages. */
  level: PermissionLevel | undefined;
}
interface Anywhere<I> {
  where: 'anywhere';
  execute(input: AnywhereInput<I>): Promise<void>;
}
/** In direct messages. The first argument of the custom id is the server that it is about. */
interface InDirectMessage<I> {
  where: 'direct_message';
  execute(input: GuildInput<I>): Promise<void>;
}

export interface CommandHandler extends Omit<Guarded<APIChatInputApplicationCommandInteraction>, 'run'> {
  kind: 'command';
  /** Where a sub-command does something else than the command. */
  subcommand_actions?: Partial<Record<string, ActionName>>;
  /** Those on the blacklist of the server may use it too. */
  also_blacklisted?: true;
  /** Speaks of the product itself: the program's own bot has it, and a bot that a user runs under their name has not. */
  main_only?: true;
  run:
    | Guarded<APIChatInputApplicationCommandInteraction>['run']
    | Anywhere<APIChatInputApplicationCommandInteraction>;
  data: RESTPostAPIChatInputApplicationCommandsJSONBody;
  /** What a person may choose while typing; at most 25. A hint: the command checks what it is given. */
  autocomplete?(
    input: Omit<GuildInput<APIApplicationCommandAutocompleteInteraction>, 'answer' | 'answers'>,
    typed: { name: string; value: string },
  ): Promise<APIApplicationCommandOptionChoice<string>[]>;
}

export interface MessageMenuHandler extends Guarded<APIMessageApplicationCommandInteraction> {
  kind: 'message_menu';
  data: RESTPostAPIContextMenuApplicationCommandsJSONBody;
}

/** Handles all commands that servers have for themselves. */
export interface GuildCommandHandler extends Guarded<APIChatInputApplicationCommandInteraction> {
  kind: 'guild_command';
  name: string;
}

export interface ComponentHandler extends Omit<Guarded<APIMessageComponentInteraction>, 'run'> {
  kind: 'component';
  /** The name in its custom ids, such as `ticket.claim`; `panel` for the buttons of panels. */
  name: string;
  run: Guarded<APIMessageComponentInteraction>['run'] | InDirectMessage<APIMessageComponentInteraction>;
}

export interface ModalHandler extends Omit<Guarded<APIModalSubmitInteraction>, 'run'> {
  kind: 'modal';
  name: string;
  run: Guarded<APIModalSubmitInteraction>['run'] | InDirectMessage<APIModalSubmitInteraction>;
}

export type Handler =
  | CommandHandler
  | GuildCommandHandler
  | MessageMenuHandler
  | ComponentHandler
  | ModalHandler;

/** The handlers of the bot that acts. */
export function handlersOf(
  { bots, discord }: Pick<Context, 'bots' | 'discord'>,
  handlers: readonly Handler[],
): readonly Handler[] {
  return discord === bots.main ? handlers : handlers.filter((handler) => !isMainOnly(handler));
}

export const isMainOnly = (handler: Handler): boolean =>
  handler.kind === 'command' && handler.main_only === true;

export type Modal = APIModalInteractionResponseCallbackData;
