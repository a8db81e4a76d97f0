import { isDiscordUrl } from '@tickets/contract/servers/discord-url';
import { type APIButtonComponentWithURL, ButtonStyle, ComponentType } from 'discord-api-types/v10';

/** Leads out of a message of ours. */
export interface Link {
  label: string;
  url: string;
}

/** Of a link button's address: https://discord.com/developers/docs/components/reference#button */
const buttonUrlMax = 512;
const isForButton = ({ url }: Link) => isDiscordUrl(url) && url.length <= buttonUrlMax;

/** The buttons for those links that Discord takes. It would refuse the whole message for any other. */
export function linkButtons(links: readonly Link[]): APIButtonComponentWithURL[] {
  return links.filter(isForButton).map(({ label, url }) => ({
    type: ComponentType.Button,
    style: ButtonStyle.Link,
    label,
    url,
  }));
}

/** The links that no button can have, as lines of text: Discord's clients make links of them. */
export function linkLines(links: readonly Link[]): string[] {
  return links.filter((link) => !isForButton(link)).map(({ label, url }) => `**${label}** ${url}`);
}

/** What the operator of an installation is told when Discord takes no links to it. */
export const noLinksTo = (url: string) =>
  `Discord takes no links to ${url}, because its host has no dot. Messages give the address as text, without buttons.`;
