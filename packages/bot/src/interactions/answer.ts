import { AppError } from '@tickets/contract/platform/errors';
import type { Context } from '@tickets/core/platform/context';
import { twice } from '@tickets/core/platform/discord/ask';
import { hasDiscordCode, isRefusal } from '@tickets/core/platform/discord/failures';
import { warnUnlessOutage } from '@tickets/core/platform/outages';
import { noMentions } from '@tickets/core/wording/look';
import {
  type APIInteraction,
  type APIInteractionResponseCallbackData,
  type APIModalInteractionResponseCallbackData,
  InteractionType,
  MessageFlags,
  RESTJSONErrorCodes,
} from 'discord-api-types/v10';
import type { OtherProgram } from './other-program.ts';

export type AnswerMessage = Pick<
  APIInteractionResponseCallbackData,
  'content' | 'embeds' | 'components' | 'allowed_mentions'
>;

/** The answer to one interaction. */
export interface Answer {
  /** Says it where the handler declared: to everybody, or to this person only. Said again, it replaces itself. */
  send(message: AnswerMessage): Promise<void>;
  /** Says it to this person only, whatever the handler declared. */
  whisper(message: AnswerMessage): Promise<void>;
  /** Says something more to this person only, after the answer. */
  also(message: AnswerMessage): Promise<void>;
  /**
   * Acknowledges before something that takes long; what is said later replaces it. Nothing happens when something was
   * answered. Never rejects, because what was asked for is done all the same.
   */
  acknowledge(how: { publicly: boolean }): Promise<void>;
  /** Asks for text. Only where nothing was answered yet; when it took too long, that is refused with the reason. */
  modal(modal: APIModalInteractionResponseCallbackData): Promise<void>;
  /** Changes the message whose button was pressed. */
  update(message: AnswerMessage): Promise<void>;
}

type Answered = 'deferred' | 'deferred_update' | 'answered';
type State = 'unanswered' | Answered | 'gone';

/** Of the three seconds that Discord gives, so that a lost answer can be given once more. */
const firstAnswerWithinMs = 1200;

/**
 * Keeps track of what Discord has been told, because each next call depends on it. Calls of one interaction follow
 * one another, so that the watchdog's acknowledgement and the handler's answer cannot cross.
 */
export class InteractionAnswer implements Answer {
  readonly #ctx: Context;
  readonly #interaction: APIInteraction;
  readonly #other: OtherProgram;
  #public = false;
  #state: State = 'unanswered';
  /** What a first answer came to if it arrived, although Discord's word on it was lost. */
  #lost: Answered | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(ctx: Context, interaction: APIInteraction, other: OtherProgram) {
    this.#ctx = ctx;
    this.#interaction = interaction;
    this.#other = other;
  }

  acknowledge({ publicly }: { publicly: boolean }): Promise<void> {
    return this.#unlessItFails(async () => {
      if (this.#state !== 'unanswered') return;
      this.#public = publicly;
      const { id, token } = this.#interaction;
      const body = publicly ? {} : { flags: MessageFlags.Ephemeral };
      await this.#first('deferred', (signal) => this.#api.defer(id, token, body, { signal }));
    });
  }

  /** Acknowledges the press of a button without a message of its own, when nothing was answered yet. */
  acknowledgeUpdate(): Promise<void> {
    return this.#unlessItFails(async () => {
      if (this.#state !== 'unanswered') return;
      const { id, token } = this.#interaction;
      await this.#first('deferred_update', (signal) =>
        this.#api.deferMessageUpdate(id, token, {}, { signal }),
      );
    });
  }

  /** Where the answer of a handler that was not acknowledged yet will be seen. */
  answersPublicly(): void {
    this.#public = true;
  }

  send(message: AnswerMessage): Promise<void> {
    return this.#next(() => this.#send(message, this.#public));
  }

  whisper(message: AnswerMessage): Promise<void> {
    return this.#next(() => this.#whisper(message));
  }

  also(message: AnswerMessage): Promise<void> {
    return this.#next(() => this.#followUp(message, false));
  }

  modal(modal: APIModalInteractionResponseCallbackData): Promise<void> {
    return this.#next(async () => {
      // The dispatcher acknowledged in the meantime.
      if (this.#state === 'deferred' || this.#state === 'deferred_update')
        throw new AppError('form.too_slow');
      if (this.#state !== 'unanswered') throw new Error('A modal can only be the first answer.');
      const { id, token } = this.#interaction;
      const isShown = await this.#first('answered', (signal) =>
        this.#api.createModal(id, token, modal, { signal }),
      );
      if (!isShown && this.#lost !== 'answered') throw new AppError('form.too_slow');
    });
  }

  update(message: AnswerMessage): Promise<void> {
    return this.#next(async () => {
      const { id, token } = this.#interaction;
      const body = { allowed_mentions: noMentions, ...message };
      const isFirst =
        this.#state === 'unanswered' &&
        (await this.#first('deferred_update', (signal) =>
          this.#api.updateMessage(id, token, body, { signal }),
        ));
      if (!isFirst) await twice(() => this.#api.editReply(this.#app, token, body));
      this.#state = 'deferred_update';
    });
  }

  /**
   * Gives the first answer, and once more when Discord's word on it is lost. False when Discord says that it has one
   * already, which an earlier try must have given; the state says then what it was.
   */
  async #first(to: Answered, give: (signal: AbortSignal) => Promise<unknown>): Promise<boolean> {
    try {
      await twice(async () => {
        try {
          await give(AbortSignal.timeout(firstAnswerWithinMs));
        } catch (error) {
          if (!isRefusal(error)) this.#lost ??= to;
          throw error;
        }
      });
      this.#state = to;
      return true;
    } catch (error) {
      const isAnswered = hasDiscordCode(error, RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged);
      if (isAnswered && !this.#lost) this.#other.hasAnswered(this.#interaction);
      if (!isAnswered || !this.#lost) throw error;
      this.#state = this.#lost;
      return false;
    }
  }

  async #whisper(message: AnswerMessage): Promise<void> {
    if (!this.#public || (this.#state !== 'deferred' && this.#state !== 'answered'))
      return this.#send(message, false);
    // "Thinking ..." that everybody sees cannot become a private answer: it goes, and a private one follows.
    if (this.#state === 'deferred') await this.#deleteReply();
    this.#state = 'answered';
    await this.#followUp(message, false);
  }

  async #send(message: AnswerMessage, publicly: boolean): Promise<void> {
    const { id, token } = this.#interaction;
    const body = { allowed_mentions: noMentions, ...message };
    if (this.#state === 'unanswered') {
      const first = { ...body, ...(!publicly && { flags: MessageFlags.Ephemeral }) };
      if (await this.#first('answered', (signal) => this.#api.reply(id, token, first, { signal }))) return;
      // What arrived is "thinking ...", or this very message.
      const arrived = this.#lost;
      return publicly || arrived !== 'deferred' ? this.#send(message, publicly) : this.#whisper(message);
    }
    // The original is the message with the button; it stays as it is.
    if (this.#state === 'deferred_update') return this.#followUp(message, publicly);
    try {
      await twice(() => this.#api.editReply(this.#app, token, body));
    } catch (error) {
      if (isRefusal(error)) throw error;
      // What was asked for is done; nobody shall hear anything else because its answer does not find its place.
      await this.#deleteReply();
      await this.#followUp(message, publicly);
    }
    this.#state = 'answered';
  }

  /** Where Discord's word is lost this may be said twice, which is better than leaving someone without an answer. */
  async #followUp(message: AnswerMessage, publicly: boolean): Promise<void> {
    const body = {
      allowed_mentions: noMentions,
      ...message,
      ...(!publicly && { flags: MessageFlags.Ephemeral }),
    };
    await twice(() => this.#api.followUp(this.#app, this.#interaction.token, body));
  }

  /** What Discord does not delete, the message that follows takes the place of. */
  async #deleteReply(): Promise<void> {
    try {
      await twice(() => this.#api.deleteReply(this.#app, this.#interaction.token));
    } catch (error) {
      this.#ctx.log.info(
        { err: error, interaction_id: this.#interaction.id },
        'an answer was not taken away',
      );
    }
  }

  get #api() {
    return this.#ctx.discord.interactions;
  }
  get #app(): string {
    return this.#interaction.application_id;
  }

  async #unlessItFails(acknowledge: () => Promise<void>): Promise<void> {
    try {
      await this.#next(acknowledge);
    } catch (error) {
      warnUnlessOutage(this.#ctx.log, error, 'an interaction was not acknowledged', {
        interaction_id: this.#interaction.id,
      });
    }
  }

  #next(work: () => Promise<void>): Promise<void> {
    const result = this.#queue.then(async () => {
      if (this.#state === 'gone') return;
      try {
        await work();
      } catch (error) {
        if (!hasDiscordCode(error, ...interactionIsGone)) throw error;
        // Nothing can be said any more, but what was done stays done.
        this.#state = 'gone';
        this.#ctx.log.warn(
          { err: error, interaction_id: this.#interaction.id, kind: InteractionType[this.#interaction.type] },
          'an interaction could not be answered',
        );
      }
    });
    this.#queue = result.catch(() => undefined);
    return result;
  }
}

/** Too late, or the channel with the answer in it was deleted by what the handler did. */
const interactionIsGone = [
  RESTJSONErrorCodes.UnknownInteraction,
  RESTJSONErrorCodes.UnknownMessage,
  RESTJSONErrorCodes.UnknownChannel,
  RESTJSONErrorCodes.UnknownWebhook,
  RESTJSONErrorCodes.InvalidWebhookToken,
];
