import { fillPlaceholders as fill, type Placeholder, timeTag } from '@tickets/contract/embeds/placeholders';
import { bcp47Of, type Language } from '@tickets/contract/platform/locales';
import { timeOfSnowflake } from './message-payload.ts';

/** What is known of a ticket, its opener and its server when a message to the opener is written. */
export interface PlaceholderFacts {
  ticket_id: number;
  channel_id: string;
  user: { id: string; username: string; global_name: string | null; nick: string | null };
  server: string;
  ticket_limit: number;
  language: Language;
  now: Date;
  counts: { open: number; total: number; user_open: number; user_total: number };
  ratings: { count: number; average: number | null };
  /** Seconds, on average. Null where nobody was answered, and without premium. */
  first_response: { week: number | null; month: number | null; all: number | null };
  /** What integrations say of the opener, by the names of their placeholders. */
  others?: ReadonlyMap<string, string> | undefined;
}

/** A text as its reader gets it. What people chose themselves, such as their names, is shown as it is written. */
export function fillPlaceholders(text: string, facts: PlaceholderFacts): string {
  return fill(
    text,
    (name) => values[name](facts),
    facts.now,
    (name) => facts.others?.get(name),
  );
}

const none = 'N/A';

const bornAt = (user_id: string) => timeOfSnowflake(user_id).getTime() / 1000;

const values: Record<Placeholder, (facts: PlaceholderFacts) => string> = {
  user: ({ user }) => `<@${user.id}>`,
  user_id: ({ user }) => user.id,
  username: ({ user }) => plain(user.username),
  nickname: ({ user }) => plain(user.nick ?? user.global_name ?? user.username),
  ticket_id: ({ ticket_id }) => String(ticket_id),
  channel: ({ channel_id }) => `<#${channel_id}>`,
  server: ({ server }) => plain(server),
  open_tickets: ({ counts }) => String(counts.open),
  total_tickets: ({ counts }) => String(counts.total),
  user_open_tickets: ({ counts }) => String(counts.user_open),
  user_total_tickets: ({ counts }) => String(counts.user_total),
  ticket_limit: ({ ticket_limit }) => String(ticket_limit),
  rating_count: ({ ratings }) => String(ratings.count),
  average_rating: ({ ratings, language }) =>
    ratings.average === null
      ? none
      : ratings.average.toLocaleString(bcp47Of(language), {
          minimumFractionDigits: 1,
          maximumFractionDigits: 1,
        }),
  first_response_time_weekly: ({ first_response, language }) => duration(first_response.week, language),
  first_response_time_monthly: ({ first_response, language }) => duration(first_response.month, language),
  first_response_time_all_time: ({ first_response, language }) => duration(first_response.all, language),
  time: ({ now }) => timeTag(now.getTime() / 1000, 't'),
  date: ({ now }) => timeTag(now.getTime() / 1000, 'd'),
  datetime: ({ now }) => timeTag(now.getTime() / 1000, 'f'),
  timestamp: ({ now }) => String(Math.floor(now.getTime() / 1000)),
  discord_account_creation_date: ({ user }) => timeTag(bornAt(user.id), 'd'),
  discord_account_age: ({ user }) => timeTag(bornAt(user.id), 'R'),
};

/** Keeps what someone called themselves from being read as markdown, a mention or a link. */
function plain(name: string): string {
  return name.replace(/[\\*_~`|<>[\]()#@:-]/g, '\\$&');
}

/** The two largest units of a time, such as "1 hr, 5 min". */
export function duration(seconds: number | null, language: Language): string {
  if (seconds === null) return none;
  const format = new Intl.DurationFormat(bcp47Of(language), { style: 'short' });
  if (seconds < 60) return format.format({ seconds: Math.max(1, Math.floor(seconds)) });
  const minutes = Math.round(seconds / 60);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  const parts = days ? { days, hours } : { hours, minutes: minutes % 60 };
  return format.format(parts);
}
