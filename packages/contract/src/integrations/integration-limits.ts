// Apart from the schemas, so that the dashboard can read them without zod.

export const integrationLimits = {
  name: 32,
  description: 255,
  /** Of each address. */
  url: 255,
  headers: 5,
  secrets: 5,
  placeholders: 15,
  /** Of a header, a secret or a placeholder. */
  part_name: 32,
  header_value: 255,
  secret_description: 255,
  secret_value: 255,
  json_path: 255,
  /** Of refusing a request to make one public. */
  refusal: 255,
  /** That one person has made. */
  owned: 5,
  /** In one server. */
  active: 5,
  /** On one page of the marketplace. */
  page: 20,
  /** Calls that are kept, of one integration in one server. */
  deliveries: 100,
} as const;

/** How long a call of an integration may take. All integrations of a server are called at once. */
export const integrationTimeMs = 3_000;

/** The largest answer of an integration that is read. */
export const integrationAnswerMax = 64 * 1024;
