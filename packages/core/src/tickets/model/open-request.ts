import type { SentForm } from '../../forms/questions.ts';

/** The message that a ticket was started from, as it was then. */
export interface Origin {
  channel_id: string;
  message_id: string;
  author_id: string;
  author_is_bot: boolean;
  /** Who wrote it in the dashboard. The author is a webhook then, or the bot. */
  sent_by?: string | undefined;
  content: string;
}

/** The message that a ticket is to be started from. */
export interface ReadOrigin extends Origin {
  /** When it was last edited. */
  edited_timestamp: string | null;
}

export type OpenSource =
  | { source: 'panel'; custom_id: string }
  | { source: 'command'; command: string; subject: string | null }
  | {
      source: 'context_menu';
      /** Null when the message cannot be read any more. */
      origin: ReadOrigin | null;
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
