import type {
  IntegrationDetail,
  IntegrationView,
  ReviewState,
} from '@tickets/contract/integrations/integrations';
import type { Context } from '../platform/context.ts';
import { signPicture } from '../platform/net/picture-proxy.ts';
import type { IntegrationRow, Parts } from './rows.ts';

/** Written by us alone, and kept so by the database. */
export const reviewOf = ({ review }: Pick<IntegrationRow, 'review'>) => review as ReviewState;
export const methodOf = ({ http_method }: Pick<IntegrationRow, 'http_method'>) =>
  http_method as 'GET' | 'POST';

/** What everybody who can add it is told. */
export function viewCommon(ctx: Pick<Context, 'config' | 'clock'>, row: IntegrationRow) {
  const { integration_id, owner_id, name, description, image_url, privacy_policy_url, review } = row;
  return {
    id: integration_id,
    owner_id,
    name,
    description,
    image_url,
    ...(image_url && { proxy_token: signPicture(ctx, image_url) }),
    privacy_policy_url,
    public: review === 'waiting' || review === 'approved',
    approved: review === 'approved',
  };
}

/** The domain of an address, as people know who runs it. Placeholders stand only behind its host. */
export async function domainOf(url: string): Promise<string> {
  // Loaded by the first look at an integration: an idle program does without its memory.
  const { getDomain } = await import('tldts');
  const host = /^https?:\/\/([^/?#]+)/i.exec(url)?.[1] ?? '';
  return getDomain(host, { allowPrivateDomains: true }) ?? host.toLowerCase();
}

/**
 * An address as everybody is told it: all of it but who signs in there. Characters that cannot be seen, or turn around what
 * is read, are written as the call sends them.
 */
export const shownAddress = (url: string): string =>
  url.replace(/^(https?:[/\\]*)[^/?#\\]*@/i, '$1').replace(/[\p{Cc}\p{Cf}\p{Z}]/gu, encodeURIComponent);

/** Header values, json paths and values of secrets are nobody's but the creator's, or each server's own. */
export function viewPublic(
  ctx: Pick<Context, 'config' | 'clock'>,
  row: IntegrationRow,
  { placeholders, secrets }: Parts,
): IntegrationView {
  return {
    ...viewCommon(ctx, row),
    webhook_url: shownAddress(row.webhook_url),
    placeholders: placeholders.map(({ placeholder_id, integration_id, name }) => ({
      id: placeholder_id,
      integration_id,
      name,
    })),
    secrets: secrets.map(viewSecret),
  };
}

const viewSecret = ({ secret_id, integration_id, name, description }: Parts['secrets'][number]) => ({
  id: secret_id,
  integration_id,
  name,
  description,
});

export function viewDetail(
  ctx: Pick<Context, 'config' | 'clock'>,
  row: IntegrationRow,
  { placeholders, headers, secrets }: Parts,
): IntegrationDetail {
  return {
    ...viewCommon(ctx, row),
    http_method: methodOf(row),
    webhook_url: row.webhook_url,
    validation_url: row.validation_url,
    review: reviewOf(row),
    refusal: row.refusal,
    placeholders: placeholders.map(({ placeholder_id, integration_id, name, json_path }) => ({
      id: placeholder_id,
      integration_id,
      name,
      json_path,
    })),
    headers: headers.map(({ header_id, integration_id, name, value }) => ({
      id: header_id,
      integration_id,
      name,
      // Empty where its key is lost, so that whoever saves has to enter it.
      value: value ?? '',
    })),
    secrets: secrets.map(viewSecret),
  };
}
