export const teamLimits = { name: 32 } as const;
