import { useRouteContext } from '@tanstack/react-router';

/** The permission level that one has in the server of the page. It shapes what is offered; the server checks by itself. */
export function useLevel(): number {
  return useRouteContext({ from: '/manage/$guildId' }).level;
}
