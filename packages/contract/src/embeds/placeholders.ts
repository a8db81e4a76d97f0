/** What can stand between percent signs in a message to the opener of a ticket. */
export const placeholders = [
  'user',
  'user_id',
  'username',
  'nickname',
  'ticket_id',
  'channel',
  'server',
  'open_tickets',
  'total_tickets',
  'user_open_tickets',
  'user_total_tickets',
  'ticket_limit',
  'rating_count',
  'average_rating',
  'first_response_time_weekly',
  'first_response_time_monthly',
  'first_response_time_all_time',
  'time',
  'date',
  'datetime',
  'timestamp',
  'discord_account_creation_date',
  'discord_account_age',
] as const;
export type Placeholder = (typeof placeholders)[number];

/** `%date_days:3%`, `%date_weeks:-1:F%`, `%date_timestamp:1700000000:R%`, `%timestamp_days:3%`. */
const dated = /^(date_(?:days|weeks|months|timestamp)|timestamp_days):([^:]*)(?::(.*))?$/;
/** The letters by which Discord knows a time's forms: https://discord.com/developers/docs/reference#message-formatting */
const styles = /^[tTdDfFRsS]$/;

const isPlaceholder = (name: string): name is Placeholder =>
  (placeholders as readonly string[]).includes(name); // only widened, to be asked about any name

/** Which placeholders a text needs values for. */
export function placeholdersIn(text: string): Set<Placeholder> {
  const found = new Set<Placeholder>();
  fillPlaceholders(text, (name) => {
    found.add(name);
    return '';
  });
  return found;
}

/**
 * A text with its placeholders filled. One pass: what a value says is never filled in turn. Names that are not ours are
 * asked of `other`; what that does not know stays as it is, and `\%name\%` becomes `%name%`.
 */
export function fillPlaceholders(
  text: string,
  say: (name: Placeholder) => string,
  now: Date = new Date(),
  other: (name: string) => string | undefined = () => undefined,
): string {
  const pattern = /\\%([^\s%\\]+)\\%|%([^\s%\\]+)%/g;
  let filled = '';
  let done = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [whole, escaped, name = ''] = match;
    const value = escaped === undefined ? fill(name) : `%${escaped}%`;
    if (value === undefined) {
      // The second percent sign may be the first of the next placeholder.
      pattern.lastIndex -= 1;
      continue;
    }
    filled += text.slice(done, match.index) + value;
    done = match.index + whole.length;
  }
  return filled + text.slice(done);

  function fill(name: string): string | undefined {
    if (isPlaceholder(name)) return say(name);
    const [, kind, amount, style] = dated.exec(name) ?? [];
    return kind === undefined ? other(name) : moment(kind, amount ?? '', style, now);
  }
}

/** Nothing for an amount that is no whole number, or a time that Discord cannot show. */
function moment(kind: string, amount: string, style: string | undefined, now: Date): string {
  if (!/^-?\d{1,12}$/.test(amount)) return '';
  const seconds = secondsOf(kind, Number(amount), now);
  if (Math.abs(seconds) > 8_640_000_000_000 || Number.isNaN(seconds)) return '';
  if (kind === 'timestamp_days') return String(seconds);
  return timeTag(seconds, style && styles.test(style) ? style : 'd');
}

function secondsOf(kind: string, amount: number, now: Date): number {
  const at = Math.floor(now.getTime() / 1000);
  if (kind === 'date_timestamp') return amount;
  if (kind === 'date_weeks') return at + amount * 7 * 86_400;
  if (kind !== 'date_months') return at + amount * 86_400;
  const there = new Date(at * 1000);
  const day = there.getUTCDate();
  there.setUTCMonth(there.getUTCMonth() + amount);
  // A month after the 31st is the last day of a shorter month.
  if (there.getUTCDate() !== day) there.setUTCDate(0);
  return there.getTime() / 1000;
}

/** A time as Discord shows it to each reader in their own time zone. */
export const timeTag = (seconds: number, style: string) => `<t:${Math.floor(seconds)}:${style}>`;
