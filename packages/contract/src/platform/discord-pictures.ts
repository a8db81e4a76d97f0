/** Where Discord serves pictures beside its CDN: of messages, and of addresses that it has looked at itself. */
export const discordPictureOrigins: readonly string[] = [
  'https://media.discordapp.net',
  'https://images-ext-1.discordapp.net',
  'https://images-ext-2.discordapp.net',
];
