import { integrationAnswerMax, integrationTimeMs } from '@tickets/contract/integrations/integration-limits';
import type { CallProblem } from '@tickets/contract/integrations/integrations';
import type { Context } from '../platform/context.ts';
import { fetchOutside } from '../platform/net/fetch-outside.ts';
import { GuardedFetchError } from '../platform/net/guarded-fetch.ts';
import type { IntegrationRow, Parts } from './rows.ts';
import { methodOf } from './views.ts';

/** What an integration is asked about. */
export interface Asked {
  guild_id: string;
  user_id: string;
}

export interface AskedTicket extends Asked {
  ticket_id: number;
  channel_id: string;
  /** What the opener answered to the form, by its questions. */
  answers: Readonly<Record<string, string>>;
  /** False where the ticket went to another panel, and is greeted again. */
  is_new: boolean;
}

export type Secrets = Readonly<Record<string, string>>;

export interface IntegrationRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body: string | null;
}

const userAgent = 'Tickets (integrations)';

/** What is not there stays empty. One pass: what a secret says is never filled in turn. */
function fill(
  text: string,
  { guild_id, user_id }: Asked,
  secrets: Secrets,
  write: (value: string) => string,
) {
  const values = new Map(Object.entries({ ...secrets, guild_id, user_id }));
  return text.replace(/%([^\s%]{1,32})%/g, (_, name: string) => write(values.get(name) ?? ''));
}

/** A header has no line breaks, and nothing else that would end it. What is not of ASCII goes as the bytes of UTF-8. */
const headerText = (value: string) => Buffer.from(value.replace(/\p{Cc}/gu, '')).toString('latin1');

/** Author's headers, and ours, which none of theirs can take the place of. */
function headersFor(
  { headers }: Pick<Parts, 'headers'>,
  asked: Asked,
  secrets: Secrets,
  hasBody: boolean,
): Record<string, string> {
  const theirs = headers.map(
    ({ name, value }) => [name.toLowerCase(), fill(value ?? '', asked, secrets, headerText).trim()] as const,
  );
  return {
    ...Object.fromEntries(theirs.filter(([, value]) => value !== '')),
    'user-agent': userAgent,
    accept: 'application/json',
    ...(hasBody && { 'content-type': 'application/json' }),
  };
}

/** The call of an integration for a ticket that is opened. Answers go to integrations of the server's own alone. */
export function requestFor(
  row: Pick<IntegrationRow, 'http_method' | 'webhook_url'> & { is_own: boolean },
  parts: Pick<Parts, 'headers'>,
  { ticket_id, channel_id, answers, is_new, ...asked }: AskedTicket,
  secrets: Secrets,
): IntegrationRequest {
  const method = methodOf(row);
  const hasAnswers = row.is_own && Object.keys(answers).length > 0;
  const body = {
    guild_id: asked.guild_id,
    user_id: asked.user_id,
    ticket_id,
    ticket_channel_id: channel_id,
    is_new_ticket: is_new,
    ...(hasAnswers && { form_data: answers }),
  };
  return {
    method,
    url: fill(row.webhook_url, asked, secrets, encodeURIComponent),
    headers: headersFor(parts, asked, secrets, method === 'POST'),
    body: method === 'POST' ? JSON.stringify(body) : null,
  };
}

/** The question to the author whether the secrets of a server are right. */
export function validationFor(
  validation_url: string,
  parts: Pick<Parts, 'headers'>,
  asked: Asked,
  secrets: Secrets,
): IntegrationRequest {
  return {
    method: 'POST',
    url: fill(validation_url, asked, secrets, encodeURIComponent),
    headers: headersFor(parts, asked, secrets, true),
    body: JSON.stringify({ ...secrets, guild_id: asked.guild_id, user_id: asked.user_id }),
  };
}

export interface Sent {
  duration_ms: number;
  /** Undefined where nothing came back. */
  answer: { status: number; content_type: string | null; text: string } | undefined;
  problem: CallProblem | null;
}

/** Sends a request, and never throws for what is out there. */
export async function send(
  ctx: Pick<Context, 'bots' | 'config'>,
  { method, url, headers, body }: IntegrationRequest,
): Promise<Sent> {
  const began = performance.now();
  const took = () => Math.round(performance.now() - began);
  try {
    const { status, content_type, bytes } = await fetchOutside(ctx, url, {
      method,
      headers,
      ...(body !== null && { body }),
      timeout_ms: integrationTimeMs,
      bytes_max: integrationAnswerMax,
      trusted_bases: ctx.config.trusted_bases,
    });
    const isGood = status >= 200 && status < 300;
    const answer = { status, content_type, text: bytes.toString('utf8') };
    return { duration_ms: took(), answer, problem: isGood ? null : 'status' };
  } catch (error) {
    if (!(error instanceof GuardedFetchError)) throw error;
    return { duration_ms: took(), answer: undefined, problem: error.problem };
  }
}
