/** Every text that is drawn by itself, in English. A host that speaks other languages has its own table of these keys. */
const english = {
  app: 'APP',
  today_at: 'Today at {time}',
  yesterday_at: 'Yesterday at {time}',
  now: 'now',
  spoiler: 'Hidden text. Press to show it.',
  spoiler_file: 'Hidden file: {name}. Press to show it.',
  image_alt: 'Picture: {name}',
  sound: 'Sound: {name}',
  video: 'Video: {name}',
  reply_to: 'Reply to',
  string_select: 'Select',
  user_select: 'User select',
  role_select: 'Role select',
  mentionable_select: 'Mentionable select',
  channel_select: 'Channel select',
  unknown_component: 'Unknown component type',
  works_in_discord: 'Works in Discord',
  more: '{count} more',
  forwarded: 'Forwarded',
  poll: 'Poll',
  sticker: 'Sticker: {name}',
};

export type TextKey = keyof typeof english;

export function englishText(key: TextKey, values: Record<string, string> = {}): string {
  return english[key].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
