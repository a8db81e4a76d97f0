import { AppError } from '@tickets/contract/errors';
import type { Context } from '@tickets/core/context';
import { hasDiscordCode } from '@tickets/core/discord/failures';
import { noMentions } from '@tickets/core/discord/look';
import {
  type APIInteraction,
  type APIInteractionResponseCallbackData,
  type APIModalInteractionResponseCallbackData,
  InteractionType,
  MessageFlags,
  RESTJSONErrorCodes,
} from 'discord-api-types/v10';

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

type State = 'unanswered' | 'deferred' | 'deferred_update' | 'answered' | 'gone';

/**
 * Keeps track of what Discord has been told, because each next call depends on it. Calls of one interaction follow
 * one another, so that the watchdog's acknowledgement and the handler's answer cannot cross.
 */
export class InteractionAnswer implements Answer {
  readonly #ctx: Context;
  readonly #interaction: APIInteraction;
  #public = false;
  #state: State = 'unanswered';
  #queue: Promise<unknown> = Promise.resolve();

  constructor(ctx: Context, interaction: APIInteraction) {
    this.#ctx = ctx;
    this.#interaction = interaction;
  }

  acknowledge({ publicly }: { publicly: boolean }): Promise<void> {
    return this.#unlessItFails(async () => {
      if (this.#state !== 'unanswered') return;
      this.#public = publicly;
      const { id, token } = this.#interaction;
      await this.#api.defer(id, token, publicly ? {} : { flags: MessageFlags.Ephemeral });
      this.#state = 'deferred';
    });
  }

  /** Acknowledges the press of a button without a message of its own, when nothing was answered yet. */
  acknowledgeUpdate(): Promise<void> {
    return this.#unlessItFails(async () => {
      if (this.#state !== 'unanswered') return;
      await this.#api.deferMessageUpdate(this.#interaction.id, this.#interaction.token);
      this.#state = 'deferred_update';
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
    return this.#next(async () => {
      if (this.#public && (this.#state === 'deferred' || this.#state === 'answered')) {
        // "Thinking ..." that everybody sees cannot become a private answer: it goes, and a private one follows.
        if (this.#state === 'deferred') await this.#api.deleteReply(this.#app, this.#interaction.token);
        this.#state = 'answered';
        await this.#followUp(message, false);
      } else await this.#send(message, false);
    });
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
      await this.#api.createModal(this.#interaction.id, this.#interaction.token, modal);
      this.#state = 'answered';
    });
  }

  update(message: AnswerMessage): Promise<void> {
    return this.#next(async () => {
      const { id, token } = this.#interaction;
      const body = { allowed_mentions: noMentions, ...message };
      if (this.#state === 'unanswered') await this.#api.updateMessage(id, token, body);
      else await this.#api.editReply(this.#app, token, body);
      this.#state = 'deferred_update';
    });
  }

  async #send(message: AnswerMessage, publicly: boolean): Promise<void> {
    const { id, token } = this.#interaction;
    const body = { allowed_mentions: noMentions, ...message };
    if (this.#state === 'unanswered') {
      await this.#api.reply(id, token, { ...body, ...(!publicly && { flags: MessageFlags.Ephemeral }) });
    } else if (this.#state === 'deferred_update') {
      // The original is the message with the button; it stays as it is.
      await this.#followUp(message, publicly);
      return;
    } else {
      await this.#api.editReply(this.#app, token, body);
    }
    this.#state = 'answered';
  }

  async #followUp(message: AnswerMessage, publicly: boolean): Promise<void> {
    await this.#api.followUp(this.#app, this.#interaction.token, {
      allowed_mentions: noMentions,
      ...message,
      ...(!publicly && { flags: MessageFlags.Ephemeral }),
    });
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
      this.#ctx.log.warn(
        { err: error, interaction_id: this.#interaction.id },
        'an interaction was not acknowledged',
      );
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
