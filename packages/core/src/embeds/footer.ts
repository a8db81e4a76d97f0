import type { CustomEmbed } from '@tickets/contract/embeds/embeds';

type Footer = CustomEmbed['footer'];

/**
 * Whether a footer is set or changed, for which a server needs premium. One that was there before premium ended may
 * stay; it is not shown.
 */
export function isNewFooter(footer: Footer, before: Footer | undefined): boolean {
  const isSet = Boolean(footer.text ?? footer.icon_url);
  return isSet && (footer.text !== before?.text || footer.icon_url !== before.icon_url);
}
