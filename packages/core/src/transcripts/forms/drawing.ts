import type { TranscriptForm } from '@tickets/contract/transcripts/downloads';
import type { Transcript, TranscriptMessage } from '@tickets/contract/transcripts/transcripts';

/** Pictures by the ids of their attachments, as addresses that hold them. */
export type Pictures = ReadonlyMap<string, string>;

/** A transcript in a form, written piece by piece: its beginning, its messages in batches, its end. */
export interface Drawing {
  begin(): string;
  messages(batch: readonly TranscriptMessage[], pictures: Pictures): string;
  end(): string;
}

/** What is asked of the process that draws. Each is answered with a piece. */
export type DrawQuestion =
  | { ask: 'begin'; form: TranscriptForm; transcript: Transcript }
  | { ask: 'messages'; batch: TranscriptMessage[]; pictures: Pictures }
  | { ask: 'end' };
