import type { ConfigPublic } from '@tickets/contract/platform/config';

let current: ConfigPublic | undefined;

/** What this installation is (addresses, Discord application). It comes with the page, unless another server sent it. */
export async function loadConfig(): Promise<ConfigPublic> {
  if (window.begun) return setConfig(window.begun.config);
  const response = await fetch('/config.json');
  if (!response.ok) throw new Error(`GET /config.json answered ${response.status}`);
  return setConfig(await response.json());
}

export function setConfig(config: ConfigPublic): ConfigPublic {
  current = config;
  return config;
}

/**
 * A page of the guide that comes with the program, such as `/connect-discord`. Where the documentation was moved to
 * another place, its pages are not known, and this leads to its beginning.
 */
export function guideUrl(page: string): string {
  const { api_url, docs_url } = appConfig();
  const own = `${api_url || location.origin}/docs`;
  return docs_url === own ? own + page : docs_url;
}

export function appConfig(): ConfigPublic {
  if (!current) throw new Error('appConfig() was asked before loadConfig() finished');
  return current;
}
