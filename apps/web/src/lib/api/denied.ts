import { ApiError } from './api.ts';

/** Whether there is no such server, for this person: the bot or they are not in it. */
export const isUnknownGuild = (error: unknown) =>
  error instanceof ApiError && error.code === 'guild.not_found';

/** Whether someone was refused for who they are, and not for what they asked. */
export const isDenied = (error: unknown) =>
  isUnknownGuild(error) || (error instanceof ApiError && error.code === 'permission.denied');

/** Whether asking again cannot help: there is no such thing, or it is not for this person. */
export const isFinal = (error: unknown) =>
  error instanceof ApiError && (error.status === 403 || error.status === 404);
