import type { Trial, TrialInput } from '@tickets/contract/integrations/integrations';
import type { Context } from '../platform/context.ts';
import { missingValue, outcomeOf, valuesIn } from './answer.ts';
import { requireOneHost } from './own.ts';
import { requestFor, send } from './request.ts';

/** So much of an answer is shown. */
const shownMax = 8_000;

/** Calls an integration as a ticket of whoever tries it would. There is no ticket, so its ids are those of none. */
export async function tryIntegration(
  ctx: Context,
  user_id: string,
  { guild_id, integration, secrets }: TrialInput,
): Promise<Trial> {
  await requireOneHost(integration);
  const { http_method, webhook_url, headers, placeholders } = integration;
  const asked = { guild_id, user_id, ticket_id: 0, channel_id: '0', answers: {}, is_new: true };
  const parts = {
    headers: headers.map(({ name, value }) => ({ name, value, header_id: 0, integration_id: 0 })),
  };
  const request = requestFor({ http_method, webhook_url, is_own: true }, parts, asked, secrets);
  const sent = await send(ctx, request);
  const { duration_ms, answer } = sent;
  const { object, problem } = outcomeOf(sent);
  const values = valuesIn(object, placeholders);
  return {
    request: {
      method: request.method,
      url: request.url,
      headers: Object.entries(request.headers).map(([name, value]) => ({ name, value })),
      body: request.body,
    },
    duration_ms,
    problem,
    answer: answer ? { ...answer, text: answer.text.slice(0, shownMax).toWellFormed() } : null,
    placeholders: placeholders.map(({ name }) => ({
      name,
      value: values.get(name) ?? missingValue,
      is_missing: !values.has(name),
    })),
  };
}
