import { z } from 'zod';
import { Snowflake } from '../platform/snowflake.ts';
import { integrationLimits as limits } from './integration-limits.ts';
import { isOwnHeader } from './part-names.ts';

const text = (what: string, max: number) =>
  z
    .string(`Enter ${what}.`)
    .trim()
    .max(max, `Keep it to at most ${max} characters.`)
    // Nothing that turns what follows it round.
    .refine(
      (value) => !/[\u202a-\u202e\u2066-\u2069]/.test(value),
      'Leave out marks that change the direction of text.',
    )
    // Something of it has to be seen.
    .refine((value) => /[^\p{C}\p{Z}]/u.test(value), `Enter ${what}.`);

const blankIsNull = (value: unknown) =>
  value === undefined || (typeof value === 'string' && !value.trim()) ? null : value;

/** With everything between percent signs left out: it is filled in only when the address is called. */
const withoutPlaceholders = (url: string) => url.replace(/%[^\s%]{1,32}%/g, 'x');

const hostOf = (url: string) => new URL(withoutPlaceholders(url)).hostname.toLowerCase();

function isCallable(url: string): boolean {
  const plain = withoutPlaceholders(url);
  if (!/^https?:\/\//i.test(url) || !URL.canParse(plain)) return false;
  return new URL(plain).hostname !== '' && !/^https?:\/\/[^/?#]*%/i.test(url);
}

function namesAccount(url: string): boolean {
  const { username, password } = new URL(withoutPlaceholders(url));
  return username !== '' || password !== '';
}

const isOfDiscord = (url: string) => /(^|\.)discord(app)?\.(com|gg)$/.test(hostOf(url));

/** An address that is called. Its host is fixed, so that nobody's placeholder leads it elsewhere. */
const CallUrl = z
  .string('Enter an address that begins with http:// or https://.')
  .trim()
  .max(limits.url, `Keep it to at most ${limits.url} characters.`)
  .refine(isCallable, {
    error: 'Enter an address that begins with http:// or https://, with no placeholder before its path.',
    abort: true,
  })
  .refine((url) => !namesAccount(url), {
    error: 'Leave the user name and the password out of the address, and send them in a header.',
    abort: true,
  })
  .refine((url) => !isOfDiscord(url), 'Discord itself cannot be called.');

/** An address that a browser opens. */
const SecureUrl = z
  .string()
  .trim()
  .max(limits.url, `Keep it to at most ${limits.url} characters.`)
  .refine(
    (url) => url.startsWith('https://') && URL.canParse(url),
    'Enter an address that begins with https://.',
  );

const PartId = z.preprocess((value) => value ?? undefined, z.coerce.number().int().positive().optional());

const PartName = text('a name', limits.part_name).refine(
  (name) => !/[\s%]/.test(name),
  'A name has no spaces and no percent signs.',
);

/** Names are told apart in upper and lower case, and are given once. */
function eachOnce<Part extends { name: string }>(parts: readonly Part[], ctx: z.core.$RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, { name }] of parts.entries()) {
    if (seen.has(name))
      ctx.addIssue({ code: 'custom', path: [index, 'name'], message: 'This name is there already.' });
    seen.add(name);
  }
}

const list = <Part extends z.ZodType<{ name: string }>>(part: Part, max: number, what: string) =>
  z.preprocess(
    (value) => value ?? [],
    z.array(part).max(max, `At most ${max} ${what}.`).superRefine(eachOnce),
  );

const placeholders = list(
  z.object({ id: PartId, name: PartName, json_path: text('a path', limits.json_path) }),
  limits.placeholders,
  'placeholders',
);
const headers = list(
  z.object({
    id: PartId,
    name: text('a name', limits.part_name)
      .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'A header has letters, digits and hyphens.')
      .refine((name) => !isOwnHeader(name), 'The bot sets this header itself. Choose another name.'),
    value: text('a value', limits.header_value).refine(
      (value) => /^[\t\x20-\x7e]*$/.test(value),
      'A header has no line breaks and none but plain letters, digits and signs.',
    ),
  }),
  limits.headers,
  'headers',
);
const secrets = list(
  z.object({
    id: PartId,
    name: PartName,
    description: z.preprocess(
      blankIsNull,
      z
        .string()
        .max(limits.secret_description, `Keep it to at most ${limits.secret_description} characters.`)
        .nullable(),
    ),
  }),
  limits.secrets,
  'secrets',
);

/** An integration as its creator writes it. Parts that are not sent are gone afterwards; those with an id keep it. */
export const IntegrationInput = z
  .object({
    name: text('a name', limits.name),
    description: text('a description', limits.description),
    image_url: z.preprocess(blankIsNull, SecureUrl.nullable()),
    privacy_policy_url: z.preprocess(blankIsNull, SecureUrl.nullable()),
    http_method: z.enum(['GET', 'POST'], 'Choose GET or POST.'),
    webhook_url: CallUrl,
    /** Is sent the secrets of a server when they are added or changed, and says whether they are right. */
    validation_url: z.preprocess(blankIsNull, CallUrl.nullable()),
    placeholders,
    headers,
    secrets,
  })
  .superRefine(({ secrets }, ctx) => {
    for (const [index, { name }] of secrets.entries())
      if (['user_id', 'guild_id'].includes(name))
        ctx.addIssue({
          code: 'custom',
          path: ['secrets', index, 'name'],
          message: 'This name stands for an id. Choose another.',
        });
  });
export type IntegrationInput = z.infer<typeof IntegrationInput>;

/**
 * `private`: for its creator alone. `waiting`: its creator wants it public. `refused`: by an administrator of the product,
 * with a reason; it can be asked for again. `approved`: everybody can add it.
 */
export const ReviewState = z.enum(['private', 'waiting', 'refused', 'approved']);
export type ReviewState = z.infer<typeof ReviewState>;

const id = z.number().int();

/** What everybody who can add an integration is told of it; its `webhook_url` without a user name and password. */
const common = {
  id,
  owner_id: Snowflake,
  name: z.string(),
  description: z.string(),
  image_url: z.string().nullable(),
  /** With which its image can be fetched for some minutes. */
  proxy_token: z.string().optional(),
  privacy_policy_url: z.string().nullable(),
  /** Whether its creator asked for it to be public. */
  public: z.boolean(),
  approved: z.boolean(),
};

const PublicPlaceholder = z.object({ id, integration_id: id, name: z.string() });
const PublicSecret = z.object({
  id,
  integration_id: id,
  name: z.string(),
  description: z.string().nullable(),
});

export const OwnIntegration = z.object({
  ...common,
  webhook_url: z.string(),
  review: ReviewState,
  /** Why it was not made public. */
  refusal: z.string().nullable(),
  /** How many servers have added it. */
  guild_count: z.number().int(),
});
export type OwnIntegration = z.infer<typeof OwnIntegration>;

export const ListedIntegration = z.object({
  ...common,
  webhook_url: z.string(),
  author: z
    .object({
      id: Snowflake,
      username: z.string(),
      discriminator: z.string(),
      global_name: z.string().nullable(),
      avatar: z.string(),
    })
    .nullable(),
  guild_count: z.number().int(),
  added: z.boolean(),
  /** Whether its creator has asked for a secret since that the server has not entered. */
  needs_secrets: z.boolean(),
});
export type ListedIntegration = z.infer<typeof ListedIntegration>;

export const IntegrationView = z.object({
  ...common,
  webhook_url: z.string(),
  placeholders: z.array(PublicPlaceholder),
  secrets: z.array(PublicSecret),
});
export type IntegrationView = z.infer<typeof IntegrationView>;

export const IntegrationDetail = z.object({
  ...common,
  http_method: z.enum(['GET', 'POST']),
  webhook_url: z.string(),
  validation_url: z.string().nullable(),
  review: ReviewState,
  refusal: z.string().nullable(),
  placeholders: z.array(PublicPlaceholder.extend({ json_path: z.string() })),
  headers: z.array(z.object({ id, integration_id: id, name: z.string(), value: z.string() })),
  secrets: z.array(PublicSecret),
});
export type IntegrationDetail = z.infer<typeof IntegrationDetail>;

export const IntegrationState = z.object({
  active: z.boolean(),
  /** The secrets that the server has not entered, where there are any: those that its creator has asked for since. */
  missing_secrets: z.array(z.string()).optional(),
  /** The secrets that the server has to enter again, where there are any: the key that sealed them is lost. */
  lost_secrets: z.array(z.string()).optional(),
});
export type IntegrationState = z.infer<typeof IntegrationState>;

/** What can stand between percent signs in a server, because an integration was added there. */
export const AddedPlaceholder = z.object({ name: z.string(), integration: z.string() });
export type AddedPlaceholder = z.infer<typeof AddedPlaceholder>;

const SecretValue = z
  .string()
  .refine(
    (value) => value.trim().length > 0 && new TextEncoder().encode(value).length <= limits.secret_value,
    `Secret values must be between 1 and ${limits.secret_value} characters`,
  );

/** The values of all secrets, by their names. */
export const SecretsInput = z.object({
  secrets: z.preprocess((value) => value ?? {}, z.record(z.string(), SecretValue)),
});
export type SecretsInput = z.infer<typeof SecretsInput>;

/** Why a call of an integration came to nothing. */
export const CallProblem = z.enum([
  /** The address, or one that its name leads to, is not public. */
  'blocked',
  'timeout',
  'failed',
  'too_large',
  /** Another status than 2XX. */
  'status',
  /** The answer is no JSON object. */
  'not_json',
  /** It was not called, because a header or a secret was sealed with a key that is lost: that has to be entered again. */
  'secret_lost',
]);
export type CallProblem = z.infer<typeof CallProblem>;

export const Delivery = z.object({
  id,
  guild: z.object({ id: Snowflake, name: z.string() }),
  ticket_id: id,
  called_at: z.iso.datetime(),
  duration_ms: z.number().int(),
  /** HTTP's; null where nothing came back. */
  status: z.number().int().nullable(),
  problem: CallProblem.nullable(),
});
export type Delivery = z.infer<typeof Delivery>;

/** An integration to try, saved or not, with values for its secrets, as a ticket of whoever asks would call it. */
export const TrialInput = z.object({
  guild_id: Snowflake,
  integration: IntegrationInput,
  secrets: z.record(z.string(), z.string().max(limits.secret_value)).default({}),
});
export type TrialInput = z.infer<typeof TrialInput>;

export const Trial = z.object({
  request: z.object({
    method: z.enum(['GET', 'POST']),
    url: z.string(),
    headers: z.array(z.object({ name: z.string(), value: z.string() })),
    body: z.string().nullable(),
  }),
  duration_ms: z.number().int(),
  problem: CallProblem.nullable(),
  answer: z
    .object({
      status: z.number().int(),
      content_type: z.string().nullable(),
      /** Its beginning, where it is long. */
      text: z.string(),
    })
    .nullable(),
  /** What each would become in a message. */
  placeholders: z.array(z.object({ name: z.string(), value: z.string(), is_missing: z.boolean() })),
});
export type Trial = z.infer<typeof Trial>;

/** A request to make an integration public, or one that was granted, for administrators of the product. */
export const IntegrationReview = z.object({
  integration: IntegrationDetail.omit({ headers: true }),
  author: z.object({ id: Snowflake, username: z.string() }),
  guild_count: z.number().int(),
  asked_at: z.iso.datetime(),
  /** When it was changed last. */
  updated_at: z.iso.datetime(),
});

/** What was read of an integration before it was approved. One that was changed since is to be read again. */
export const ApprovalInput = z.object({ updated_at: z.iso.datetime() });
export type IntegrationReview = z.infer<typeof IntegrationReview>;

export const RefusalInput = z.object({ reason: text('a reason', limits.refusal) });
