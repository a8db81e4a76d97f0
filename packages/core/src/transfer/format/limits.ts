const MiB = 1024 * 1024;

/** What an archive may be like. All of it is read piece by piece, so these bound time and disk; `line` bounds memory. */
export const archiveLimits = {
  entries: 250_000,
  /** Of all that it unpacks to. */
  unpacked_bytes: 10 * 1024 * MiB,
  /** Of one file in it. */
  entry_bytes: 1024 * MiB,
  /** Compressed data of ours shrinks to a tenth; repeated words to a hundredth. */
  ratio: 500,
  /** Below this size nobody looks at the ratio. */
  ratio_from_bytes: 16 * MiB,
  line_bytes: 4 * MiB,
  depth: 64,
  manifest_bytes: 32 * MiB,
  /** All that is set up is read at once. */
  setup_bytes: 64 * MiB,
  setup_lines: 50_000,
  /** Of one ticket, beside its messages, and of one message. */
  of_ticket: 20_000,
  of_message: 1_000,
};
export type ArchiveLimits = typeof archiveLimits;
