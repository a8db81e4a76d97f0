import { messageBytesMax } from '@tickets/contract/tickets/shown';

const MiB = 1024 * 1024;

/**
 * What an archive may be like. What is read of it is counted while it streams, before anything is built of it, and what it may
 * cost grows with its size in the file, whatever it says that it unpacks to. See decision 23.
 */
export const archiveLimits = {
  entries: 250_000,
  /** Characters. The longest name of ours has seventy. */
  name: 200,
  /** Of all that it unpacks to, however large it is. */
  unpacked_bytes: 10 * 1024 * MiB,
  /** And this much, with so many bytes for each byte of the file. */
  unpacked_free_bytes: 64 * MiB,
  unpacked_per_byte: 100,
  /** Of one file in it. */
  entry_bytes: 1024 * MiB,
  /** Compressed data of ours shrinks to a tenth; repeated words to a hundredth. */
  ratio: 500,
  /** Below this size nobody looks at the ratio. */
  ratio_from_bytes: 16 * MiB,
  /** Of a line, or of one thing in a document that is read thing by thing. */
  line_bytes: 4 * MiB,
  /** Of a line about a ticket, such as a message. */
  ticket_line_bytes: messageBytesMax,
  line_values: 20_000,
  depth: 64,
  /** Values in all documents that are read thing by thing: so many, with so many for each byte of the file. */
  free_values: 200_000,
  values_per_byte: 10,
  manifest_bytes: 32 * MiB,
  /** Two for each part, and one for each lost attachment. */
  manifest_values: 400_000,
  /** All that is set up is read at once, and judged by the program itself. */
  setup_bytes: 16 * MiB,
  setup_lines: 50_000,
  setup_values: 300_000,
  /** Of one thing that is set up. The editors allow a panel some 250 values: a hundred mentions, and a message of 25 fields. */
  setup_line_bytes: MiB / 2,
  setup_line_values: 400,
  /** Questions of a form, rules or teams of a panel, panels of a multi-panel. The editors allow far fewer. */
  of_thing: 1_000,
  /** Lines of one ticket, beside its messages, and of one message. */
  of_ticket: 20_000,
  of_message: 1_000,
  /** All of them together. */
  of_thing_bytes: 16 * MiB,
};
export type ArchiveLimits = typeof archiveLimits;
