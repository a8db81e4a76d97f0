/**
 * A name in the form that Discord gives text channels, so that what we store is what Discord answers. Empty when
 * nothing of it can stand in a channel's name.
 */
export function channelName(name: string): string {
  return [...name.normalize('NFC').toLowerCase().replace(/\s+/g, '-')]
    .filter((char) => !/[\0-\x2c\x2e\x2f\x3a-\x40\x5b-\x5e\x60\x7b-\x7f]/.test(char))
    .join('')
    .replace(/-{2,}/g, '-')
    .slice(0, 100)
    .replace(/[\ud800-\udbff]$/, '') // not through the middle of an emoji
    .replace(/^[-_]+|[-_]+$/g, '');
}
