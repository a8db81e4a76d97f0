import { portalPage } from './portal-url.ts';

const addresses = /(https:\/\/discord\.com\/developers\/applications\/\d+\/\w+)/;

/** A text in which the addresses of Discord's developer portal can be pressed. */
export function LinkedText({ text }: { text: string }) {
  return text.split(addresses).map((part, index) => {
    if (!addresses.test(part)) return part;
    const url = portalPage(part);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their places
      <a key={index} href={url} target="_blank" rel="noreferrer">
        {url.replace(/^https?:\/\//, '')}
      </a>
    );
  });
}
