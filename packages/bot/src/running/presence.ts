import { ActivityType, type GatewayPresenceUpdateData, PresenceUpdateStatus } from 'discord-api-types/v10';

/** What stands below a bot's name in Discord. */
export interface BotStatus {
  status: string | null;
  status_type: number;
}

/** What a bot shows that nobody gave a status. Discord puts "Listening to" before the name. */
const DEFAULT: BotStatus = { status: '/help', status_type: ActivityType.Listening };

/** Discord shows a custom status from `state`; it has a name too, which is not shown. */
export function presenceOf({ status, status_type }: BotStatus): GatewayPresenceUpdateData {
  const shown = status === null ? DEFAULT : { status, status_type };
  const text = shown.status ?? '';
  const activity =
    shown.status_type === ActivityType.Custom
      ? { name: 'Custom Status', type: ActivityType.Custom, state: text }
      : { name: text, type: shown.status_type };
  return { activities: [activity], status: PresenceUpdateStatus.Online, since: null, afk: false };
}

export const defaultPresence = (): GatewayPresenceUpdateData =>
  presenceOf({ status: null, status_type: DEFAULT.status_type });
