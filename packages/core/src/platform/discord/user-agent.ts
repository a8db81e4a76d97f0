/** How Discord wants programs to name themselves: https://discord.com/developers/docs/reference#user-agent */
export const userAgent = ({ dashboard_url }: { dashboard_url: string }) =>
  `DiscordBot (${dashboard_url}, 1.0)`;
