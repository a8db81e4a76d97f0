/** What a tag has in each field that a save leaves out. Without schemas: they stand beside these names in `tags.ts`. */
export const tagDefaults = {
  content: null,
  use_embed: false,
  use_guild_command: false,
  embed: null,
};
