export const tagLimits = { id: 16, content: 2000, per_guild: 200 } as const;
