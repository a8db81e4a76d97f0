/** An answer that Discord would refuse with: status, its own code, its own words. */
export class DiscordError extends Error {
  override name = 'DiscordError';
  readonly status: number;
  readonly code: number;
  /** The tree of field problems of code 50035. */
  readonly errors?: object;

  constructor(status: number, code: number, message: string, errors?: object) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }

  toJSON(): object {
    return { message: this.message, code: this.code, ...(this.errors ? { errors: this.errors } : {}) };
  }
}

const unknown = {
  application: [10002, 'Unknown Application'],
  channel: [10003, 'Unknown Channel'],
  guild: [10004, 'Unknown Guild'],
  member: [10007, 'Unknown Member'],
  message: [10008, 'Unknown Message'],
  overwrite: [10009, 'Unknown Overwrite'],
  role: [10011, 'Unknown Role'],
  user: [10013, 'Unknown User'],
  emoji: [10014, 'Unknown Emoji'],
  webhook: [10015, 'Unknown Webhook'],
  sku: [10027, 'Unknown SKU'],
  entitlement: [10029, 'Unknown Entitlement'],
  ban: [10026, 'Unknown Ban'],
  interaction: [10062, 'Unknown interaction'],
  command: [10063, 'Unknown application command'],
  commandPermissions: [10066, 'Unknown application command permissions'],
} as const;

export type UnknownThing = keyof typeof unknown;

export function unknownThing(thing: UnknownThing): DiscordError {
  const [code, message] = unknown[thing];
  return new DiscordError(404, code, message);
}

const refusals = {
  unauthorized: [401, 0, '401: Unauthorized'],
  notFound: [404, 0, '404: Not Found'],
  botsOnly: [403, 20002, 'Only bots can use this endpoint'],
  usersOnly: [403, 20001, 'Bots cannot use this endpoint'],
  slowmode: [429, 20016, 'This action cannot be performed due to slowmode rate limit'],
  maxPins: [400, 30003, 'Maximum number of pins reached for this channel (250)'],
  maxRoles: [400, 30005, 'Maximum number of server roles reached (250)'],
  maxWebhooks: [400, 30007, 'Maximum number of webhooks reached (15)'],
  maxEmojis: [400, 30008, 'Maximum number of emojis reached (50)'],
  maxReactions: [400, 30010, 'Maximum number of reactions reached (20)'],
  maxChannels: [400, 30013, 'Maximum number of server channels reached (500)'],
  maxAnimatedEmojis: [400, 30018, 'Maximum number of animated emojis reached (50)'],
  maxCommands: [400, 30032, 'Maximum number of application commands reached (100)'],
  maxThreadMembers: [400, 30033, 'Maximum number of thread participants has been reached (1000)'],
  maxOverwrites: [400, 30060, 'Maximum number of channel permission overwrites reached (1000)'],
  tooLarge: [413, 40005, 'Request entity too large'],
  banned: [403, 40007, 'The user is banned from this guild.'],
  acknowledged: [400, 40060, 'Interaction has already been acknowledged.'],
  maxFollowUps: [400, 40094, 'This interaction has hit the maximum number of follow up messages'],
  missingAccess: [403, 50001, 'Missing Access'],
  dmChannel: [403, 50003, 'Cannot execute action on a DM channel'],
  notAuthor: [403, 50005, 'Cannot edit a message authored by another user'],
  emptyMessage: [400, 50006, 'Cannot send an empty message'],
  cannotDm: [403, 50007, 'Cannot send messages to this user'],
  nonText: [400, 50008, 'Cannot send messages in a non-text channel'],
  needsTwoFactor: [403, 60003, 'Two factor is required for this operation'],
  missingPermissions: [403, 50013, 'Missing Permissions'],
  tooFewOrMany: [
    400,
    50016,
    'Provided too few or too many messages to delete. Must provide at least 2 and fewer than 100 messages to delete.',
  ],
  systemMessage: [403, 50021, 'Cannot execute action on a system message'],
  channelType: [400, 50024, 'Cannot execute action on this channel type'],
  oauthScope: [403, 50026, 'Missing required OAuth2 scope'],
  webhookToken: [401, 50027, 'Invalid Webhook Token'],
  invalidRole: [400, 50028, 'Invalid Role'],
  invalidRecipients: [400, 50033, 'Invalid Recipient(s)'],
  tooOld: [400, 50034, 'You can only bulk delete messages that are under 14 days old.'],
  threadArchived: [400, 50083, 'Thread is archived'],
  badJson: [400, 50109, 'The request body contains invalid JSON.'],
  threadExists: [400, 160004, 'A thread has already been created for this message'],
  threadLocked: [400, 160005, 'This thread is locked'],
  maxThreads: [400, 160006, 'Maximum number of active threads reached (1000)'],
  noHistory: [400, 160002, 'Cannot reply without permission to read message history'],
} as const satisfies Record<string, readonly [number, number, string]>;

export function refusal(reason: keyof typeof refusals): DiscordError {
  const [status, code, message] = refusals[reason];
  return new DiscordError(status, code, message);
}
