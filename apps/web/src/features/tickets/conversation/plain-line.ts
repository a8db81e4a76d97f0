/** What Discord writes as a code: people, roles, channels, custom emojis, commands and times. */
const CODES = /<(?:@!?(\d+)|@&(\d+)|#(\d+)|a?:(\w+):\d+|\/([^:>]+):\d+|t:-?\d+(?::\w)?)>/g;
/** Characters of which a line shows the beginning. */
const SHOWN_MAX = 500;
const SPOILER = /\|\|[\s\S]+?\|\|/g;
const LINK = /\[([^\]]+)\]\(<?https?:[^)]*\)/g;
const LINE_MARKS = /^\s*(?:#{1,3}|-#|>{1,3}|[-*])\s+/gm;
const CODE = /```(?:\w+\n)?|`/g;
/** Marks of which one begins and one ends something. */
const PAIRS = /(\*{1,3}|__|~~)(?=\S)(.+?)(?<=\S)\1/g;

/** A message as one line of plain words. What stands behind a spoiler stays there. */
export function plainLine(text: string, nameOf: (user_id: string) => string | null): string {
  return text
    .replace(SPOILER, '▒▒▒')
    .slice(0, SHOWN_MAX)
    .replace(LINK, '$1')
    .replace(LINE_MARKS, '')
    .replace(CODE, '')
    .replace(PAIRS, '$2')
    .replace(CODES, (_, user?: string, role?: string, channel?: string, emoji?: string, command?: string) => {
      if (user) return `@${nameOf(user) ?? '…'}`;
      if (role) return '@…';
      if (channel) return '#…';
      if (emoji) return `:${emoji}:`;
      return command ? `/${command}` : '…';
    })
    .replace(/\s+/g, ' ')
    .trim();
}
