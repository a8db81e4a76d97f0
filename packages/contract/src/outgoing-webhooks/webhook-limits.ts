// Apart from the schemas, so that the dashboard can read them without zod.

export const webhookLimits = {
  /** In one server. */
  webhooks: 5,
  url: 500,
  /** That are kept of one webhook, and for how long. */
  deliveries: 200,
  days: 30,
} as const;

/** What a webhook can be told of. */
export const webhookEvents = [
  'ticket.opened',
  'ticket.claimed',
  'ticket.unclaimed',
  'ticket.answered',
  'ticket.renamed',
  'ticket.panel_switched',
  'ticket.closed',
  'ticket.reopened',
  'ticket.rated',
  'ticket.survey_answered',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** How long the earlier secret signs beside a new one. */
export const earlierSecretHours = 24;

/** For how long a delivery is tried again. */
export const deliveryHours = 24;
