import { fillPlaceholders, type Placeholder, timeTag } from '@tickets/contract/embeds/placeholders';
import type { MentionNames } from '@tickets/discord-ui/types';

const USER = '175928847299117063';
const CHANNEL = '175928847299117064';
const USER_CREATED_SECONDS = 1_462_015_105;

interface Sample {
  member: string;
  server: string;
  ticket_limit: number;
  now: Date;
}

/**
 * A welcome message as someone would read it in the first ticket of a server. Names that are not ours stay as they are,
 * and are told to `notOurs`.
 */
export function fillSample(text: string, sample: Sample, notOurs?: (name: string) => void): string {
  const seconds = sample.now.getTime() / 1000;
  const values: Record<Placeholder, string> = {
    user: `<@${USER}>`,
    user_id: USER,
    username: sample.member.toLowerCase(),
    nickname: sample.member,
    ticket_id: '1',
    channel: `<#${CHANNEL}>`,
    server: sample.server,
    open_tickets: '1',
    total_tickets: '1',
    user_open_tickets: '1',
    user_total_tickets: '1',
    ticket_limit: String(sample.ticket_limit),
    rating_count: '0',
    average_rating: 'N/A',
    first_response_time_weekly: 'N/A',
    first_response_time_monthly: 'N/A',
    first_response_time_all_time: 'N/A',
    time: timeTag(seconds, 't'),
    date: timeTag(seconds, 'd'),
    datetime: timeTag(seconds, 'f'),
    timestamp: String(Math.floor(seconds)),
    discord_account_creation_date: timeTag(USER_CREATED_SECONDS, 'd'),
    discord_account_age: timeTag(USER_CREATED_SECONDS, 'R'),
  };
  return fillPlaceholders(
    text,
    (name) => values[name],
    sample.now,
    (name) => {
      notOurs?.(name);
      return undefined;
    },
  );
}

export const sampleMentions = (member: string, channel: string): MentionNames => ({
  users: { [USER]: member },
  channels: { [CHANNEL]: channel },
});
