import { type ActionName, actions } from '@tickets/contract/access/actions';
import type { Route } from '@tickets/contract/platform/route';
import { type RouteName, routePaths } from '@tickets/contract/route-paths';
import { routes } from '@tickets/contract/routes';

/** The routes of the contract, sorted by what they ask for. Tests of the whole surface are made from these. */
export const routeNames = Object.keys(routePaths) as RouteName[]; // Its keys are the names.

export const accessTo = (name: RouteName): Route['access'] => routes[name].access;

/** Those that need a session. */
export const guarded = routeNames.filter((name) => accessTo(name) !== 'public');

/** What is done in a server by a route; undefined for those that are about no server. */
export function actionOfRoute(name: RouteName): ActionName | undefined {
  const access = accessTo(name);
  return access in actions ? (access as ActionName) : undefined; // It is one of their keys.
}

export const inGuild = guarded.filter((name) => actionOfRoute(name) !== undefined);
export const withBody = routeNames.filter((name) => 'body' in routes[name]);

/** These name a person or a role of Discord, and no row of ours, so they say nothing of other servers. */
export const ofDiscord: readonly RouteName[] = [
  'blacklist.remove_user',
  'blacklist.remove_role',
  'staff.add_administrator',
  'staff.remove_administrator',
];

/** These name an integration, which is no server's: what is told is only whether this one has it. */
export const ofNoServer: readonly RouteName[] = routeNames.filter(
  (name) => name.startsWith('integrations.') && inGuild.includes(name),
);

/** These are for the owner of a server, so an administrator learns nothing of what there is. */
export const ofOwners: readonly RouteName[] = ['import.check', 'import.confirm', 'import.discard'];
