/** Apart from the schemas, so that the dashboard can count without carrying a validator. */
export const whitelabelLimits = {
  /** Characters of a status. */
  status: 255,
  /** How long nobody can ask for a bot's commands again. */
  commands_cooldown_ms: 60_000,
  /** How long the dashboard waits for the commands. */
  commands_timeout_ms: 20_000,
} as const;

/** What stands before the text of a status, by Discord's number for it. Streaming (1) needs an address, and is not offered. */
export const statusTypes = [
  { value: 0, label: 'Playing' },
  { value: 2, label: 'Listening' },
  { value: 3, label: 'Watching' },
  { value: 4, label: 'Custom' },
  { value: 5, label: 'Competing' },
] as const;
export type StatusType = (typeof statusTypes)[number]['value'];

export const isStatusType = (value: number): value is StatusType =>
  statusTypes.some((type) => type.value === value);
