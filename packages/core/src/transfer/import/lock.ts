/** One process at a time checks and imports in a server. */
export const importLock = (guild_id: string) => `import:${guild_id}`;
