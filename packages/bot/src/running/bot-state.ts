/**
 * `connecting`: Discord has not let the bot in so far. `reconnecting`: the connection was lost and is taken up again.
 * `disconnected`: either has gone on for two minutes, and no connection has come about in them.
 * `incomplete`: for two minutes no process has run some shards of the bot; those of this one are in, or out for less than that.
 * `elsewhere`: other processes have all of its connections. `token_refused`, `intents_refused`: a person has to see to it in
 * the developer portal.
 */
export type BotState =
  | 'connecting'
  | 'ready'
  | 'reconnecting'
  | 'disconnected'
  | 'incomplete'
  | 'elsewhere'
  | 'token_refused'
  | 'intents_refused'
  | 'stopped';
