import { join } from 'node:path';

/**
 * For the builds of pages: in the place of the table of all emojis that the parser brings along stands a pattern, because
 * the browsers that are built for know all emojis themselves.
 */
export const lighterParser = {
  find: /^.*\/utils\/twemojiRegex$/,
  replacement: join(import.meta.dirname, 'twemoji-regex.ts'),
};
