import { z } from 'zod';

/** What the dashboard needs to know before anyone is signed in: the answer of GET /config.json. */
export const ConfigPublic = z.object({
  /** Base of the API; empty means the address of the dashboard itself. */
  api_url: z.string(),
  /** Base of the live sockets (ws: or wss:); empty means the address of the dashboard itself. */
  ws_url: z.string(),
  client_id: z.string(),
  redirect_uri: z.string(),
  authorize_url: z.string(),
  invite_url: z.string(),
  cdn_url: z.string(),
  docs_url: z.string(),
  main_site_url: z.string(),
  premium_url: z.string(),
  /** Who runs this installation, and the email or web address at which they are reached; null while they have not said. */
  operator_name: z.string().nullable(),
  operator_contact: z.string().nullable(),
  /** The client page of the simulated Discord; null on the real one. */
  simulator_url: z.string().nullable(),
  version: z.string(),
});
export type ConfigPublic = z.infer<typeof ConfigPublic>;
