const addresses = /(https:\/\/discord\.com\/developers\/applications\/\d+\/\w+)/;

/** A text in which the addresses of Discord's developer portal can be pressed. */
export function LinkedText({ text }: { text: string }) {
  return text.split(addresses).map((part, index) =>
    addresses.test(part) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their places
      <a key={index} href={part} target="_blank" rel="noreferrer">
        {part.replace('https://', '')}
      </a>
    ) : (
      part
    ),
  );
}
