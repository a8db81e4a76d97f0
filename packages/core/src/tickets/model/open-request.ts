import type { SentForm } from '../../forms/questions.ts';

/** The message that a ticket is started from. */
export interface Origin {
  channel_id: string;
  message_id: string;
  author_id: string;
  author_is_bot: boolean;
  content: string;
}

export type OpenSource =
  | { source: 'panel'; custom_id: string }
  | { source: 'command'; command: string; subject: string | null }
  | {
      source: 'context_menu';
      /** Null when the message cannot be read any more. */
      origin: Origin | null;
      /** The panel whose form was filled in. */
      asked_by?: string;
    };

export interface OpenRequest {
  guild_id: string;
  /** Discord's id of the press: the same one never opens two tickets. */
  interaction_id: string;
  /** Where it was pressed, with what the person may do there. */
  channel: { id: string; type: number; permissions: bigint };
  from: OpenSource;
  /** The panel's form, filled in. Absent when nothing was asked. */
  answers?: SentForm;
}
