import { canSee } from '../permissions/of.ts';
import type { SimChannel } from './entities.ts';
import type { World } from './world.ts';

/** Who is told. A channel travels as the row it was, so that the last word about a deleted one still finds its readers. */
export type Audience =
  | { to: 'guild'; guildId: string }
  | { to: 'channel'; channel: SimChannel }
  | { to: 'users'; userIds: readonly string[] }
  /** One application over its gateway, whatever it can see. */
  | { to: 'application'; applicationId: string };

/** Who is looking: payloads differ by viewer. */
export interface Viewer {
  userId: string;
  /** Set when a bot looks. */
  applicationId?: string;
}

export interface WorldEvent {
  /** The gateway's name of the event; also the names that only people's clients get, such as INTERACTION_FAILURE. */
  t: string;
  audience: Audience;
  guildId?: string;
  /** Ephemeral messages count as direct ones, although they stand in a server. */
  direct?: boolean;
  data: (viewer: Viewer) => unknown;
}

export function reaches(world: World, event: WorldEvent, viewer: Viewer): boolean {
  const { audience } = event;
  switch (audience.to) {
    case 'guild':
      return world.members.has(`${audience.guildId}:${viewer.userId}`);
    case 'channel':
      return canSee(world, audience.channel, viewer.userId);
    case 'users':
      return audience.userIds.includes(viewer.userId);
    case 'application':
      return audience.applicationId === viewer.applicationId;
  }
}
