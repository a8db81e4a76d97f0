import { ApiError } from './api.ts';

/** Whether there is no such server, for this person: the bot or they are not in it. */
export const isUnknownGuild = (error: unknown) =>
  error instanceof ApiError && error.code === 'guild.not_found';

/** Whether someone was refused for who they are, and not for what they asked. */
export const isDenied = (error: unknown) =>
  isUnknownGuild(error) || (error instanceof ApiError && error.code === 'permission.denied');
