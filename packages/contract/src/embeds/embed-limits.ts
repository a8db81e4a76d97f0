/** What an embed holds, in characters: https://discord.com/developers/docs/resources/message#embed-object-embed-limits */
export const embedLimits = {
  title: 256,
  description: 4096,
  author_name: 256,
  footer_text: 2048,
  fields: 25,
  field_name: 256,
  field_value: 1024,
  url: 255,
  /** Of title, description, author name, footer text, and all names and values of fields together. */
  total: 6000,
} as const;

/** #2ECC71. */
export const defaultEmbedColour = 3066993;

/** An embed in which nothing is set. */
export const emptyEmbed = {
  title: null,
  url: null,
  description: null,
  colour: defaultEmbedColour,
  author: { name: null, icon_url: null, url: null },
  image_url: null,
  thumbnail_url: null,
  footer: { text: null, icon_url: null },
  timestamp: null,
  fields: [],
};

/** What may stand in place of a picture's address: the avatar of the opener. */
export const avatarPlaceholder = '%avatar_url%';

interface Texts {
  title: string | null;
  description: string | null;
  author: { name: string | null };
  footer: { text: string | null };
  fields: readonly { name: string; value: string }[];
}

/** How many characters of an embed count against `embedLimits.total`. */
export function embedLength({ title, description, author, footer, fields }: Texts): number {
  const texts = [
    title,
    description,
    author.name,
    footer.text,
    ...fields.flatMap(({ name, value }) => [name, value]),
  ];
  return texts.reduce((sum, text) => sum + (text ? charactersIn(text) : 0), 0);
}

/** Characters as Discord counts them: an emoji outside the basic plane is one. */
export function charactersIn(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
