import type { ConfigPublic } from '@tickets/contract/config';

let current: ConfigPublic | undefined;

/** Reads what this installation is (addresses, Discord application) before anything is shown. */
export async function loadConfig(): Promise<ConfigPublic> {
  const response = await fetch('/config.json');
  if (!response.ok) throw new Error(`GET /config.json answered ${response.status}`);
  return setConfig(await response.json());
}

export function setConfig(config: ConfigPublic): ConfigPublic {
  current = config;
  return config;
}

export function appConfig(): ConfigPublic {
  if (!current) throw new Error('appConfig() was asked before loadConfig() finished');
  return current;
}
