import type { CoreConfig } from '../context.ts';

/** How Discord wants programs to name themselves: https://discord.com/developers/docs/reference#user-agent */
export const userAgent = ({ dashboard_url }: Pick<CoreConfig, 'dashboard_url'>) =>
  `DiscordBot (${dashboard_url}, 1.0)`;
