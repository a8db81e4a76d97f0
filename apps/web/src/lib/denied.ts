import { ApiError } from './api.ts';

/** Whether somebody was refused for who they are, and not for what they asked. */
export const isDenied = (error: unknown) =>
  error instanceof ApiError && (error.code === 'permission.denied' || error.code === 'guild.not_found');
