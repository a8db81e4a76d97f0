import { createHmac, randomBytes } from 'node:crypto';

// As https://www.standardwebhooks.com says, so that receivers find a library in their language.

const prefix = 'whsec_';

export const newSecret = (): string => prefix + randomBytes(32).toString('base64');

export interface Signed {
  id: string;
  sent_at: Date;
  body: string;
}

/** The headers by which a receiver knows that a message is ours, and new: signed with each of the secrets. */
export function signedHeaders(
  { id, sent_at, body }: Signed,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(sent_at.getTime() / 1000));
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  };
}
