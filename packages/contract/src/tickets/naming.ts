/** What can stand between percent signs in the name of a ticket's channel. */
export const namingPlaceholders = [
  'id',
  'id_padded',
  'username',
  'nickname',
  'claimed',
  'claim_indicator',
  'claimed_by',
  'date',
] as const;
export type NamingPlaceholder = (typeof namingPlaceholders)[number];

export const namingSchemeLimit = 100;

/** What a name is made from. */
export interface NamingFacts {
  ticket_id: number;
  username: string;
  /** Null where the member has none: their username stands in. */
  nickname: string | null;
  /** The username of the claimer. */
  claimed_by: string | null;
  now: Date;
}

/** `%date:yyyy-mm-dd%`, `%date_days:3%`, `%date_weeks:-1:dd.mm%`, `%date_timestamp:1700000000:d mmm%`. */
const dated = /^(date|date_days|date_weeks|date_months|date_timestamp):(.*)$/s;
const pattern = /%([^%]+)%/g;

export type NamingProblem = { kind: 'unknown' | 'format'; text: string };

/** What is wrong with a scheme: names that nothing stands for, and dates that cannot be read. A lone % is allowed. */
export function namingProblems(scheme: string): NamingProblem[] {
  const problems: NamingProblem[] = [];
  walk(scheme, (name) => {
    if (isNamingPlaceholder(name)) return '';
    const match = dated.exec(name);
    if (!match) {
      // Text between two lone percent signs, as in "100%-off-%id%", is no name.
      if (!/^[a-z]([\w-]*\w)?(:.*)?$/i.test(name)) return undefined;
      problems.push({ kind: 'unknown', text: name });
      return '';
    }
    const [, kind = '', rest = ''] = match;
    if (!partsOf(kind, rest)) problems.push({ kind: 'format', text: name });
    return '';
  });
  return problems;
}

/** The text of a problem for a person. */
export function namingProblemText({ kind, text }: NamingProblem): string {
  return kind === 'unknown'
    ? `Invalid naming scheme placeholder: ${text}`
    : `Invalid placeholder format: ${text}`;
}

/** Whether names by this scheme change when a ticket is claimed or unclaimed. */
export function dependsOnClaim(scheme: string): boolean {
  return /%claim(ed|_indicator|ed_by)%/.test(scheme);
}

/** A scheme with its placeholders filled. What Discord does not allow in a name is still in it. */
export function fillNamingScheme(scheme: string, facts: NamingFacts): string {
  return walk(scheme, (name) => {
    if (isNamingPlaceholder(name)) return values[name](facts);
    const [, kind = '', rest = ''] = dated.exec(name) ?? [];
    const parts = kind ? partsOf(kind, rest) : undefined;
    return parts && formatDate(dateOf(kind, parts.amount, facts.now), parts.format);
  });
}

/** Replaces what stands between percent signs; undefined leaves it, and its second sign may begin the next name. */
function walk(scheme: string, say: (name: string) => string | undefined): string {
  let filled = '';
  let done = 0;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(scheme); match; match = pattern.exec(scheme)) {
    const value = say(match[1] ?? '');
    if (value === undefined) {
      pattern.lastIndex -= 1;
      continue;
    }
    filled += scheme.slice(done, match.index) + value;
    done = match.index + match[0].length;
  }
  return filled + scheme.slice(done);
}

const isNamingPlaceholder = (name: string): name is NamingPlaceholder =>
  (namingPlaceholders as readonly string[]).includes(name); // only widened, to be asked about any name

const values: Record<NamingPlaceholder, (facts: NamingFacts) => string> = {
  id: ({ ticket_id }) => String(ticket_id),
  id_padded: ({ ticket_id }) => String(ticket_id).padStart(4, '0'),
  username: ({ username }) => username,
  nickname: ({ nickname, username }) => nickname ?? username,
  claimed: ({ claimed_by }) => (claimed_by === null ? 'unclaimed' : 'claimed'),
  claim_indicator: ({ claimed_by }) => (claimed_by === null ? '🔴' : '🟢'),
  claimed_by: ({ claimed_by }) => claimed_by ?? '',
  date: ({ now }) => formatDate(now, undefined),
};

/** Undefined for a number or a format that cannot be read. */
function partsOf(kind: string, rest: string): { amount: number; format: string | undefined } | undefined {
  const [amount, format] = kind === 'date' ? ['0', rest] : split(rest);
  if (!/^-?\d{1,10}$/.test(amount)) return undefined;
  if (format !== undefined && !/^(yy|m|d|[-/._ ])+$/.test(format)) return undefined;
  if (kind !== 'date_timestamp' && Math.abs(Number(amount)) > 36_500) return undefined;
  return { amount: Number(amount), format };
}

function split(rest: string): [string, string | undefined] {
  const colon = rest.indexOf(':');
  return colon < 0 ? [rest, undefined] : [rest.slice(0, colon), rest.slice(colon + 1)];
}

function dateOf(kind: string, amount: number, now: Date): Date {
  if (kind === 'date_timestamp') return new Date(amount * 1000);
  const there = new Date(now);
  if (kind === 'date_months') {
    const day = there.getUTCDate();
    there.setUTCMonth(there.getUTCMonth() + amount);
    // A month after the 31st is the last day of a shorter month.
    if (there.getUTCDate() !== day) there.setUTCDate(0);
  } else there.setUTCDate(there.getUTCDate() + amount * (kind === 'date_weeks' ? 7 : 1));
  return there;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** In UTC; without a format like `jan19`. */
function formatDate(date: Date, format: string | undefined): string {
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  if (format === undefined) return `${months[month - 1]}${day}`;
  const tokens: Record<string, string> = {
    yyyy: String(year).padStart(4, '0'),
    yy: String(year % 100).padStart(2, '0'),
    mm: String(month).padStart(2, '0'),
    m: String(month),
    dd: String(day).padStart(2, '0'),
    d: String(day),
  };
  return format.replace(/yyyy|yy|mm|m|dd|d/g, (token) => tokens[token] ?? token);
}
