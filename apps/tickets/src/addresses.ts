import type { Config } from './config.ts';
import { freePort } from './ports.ts';

export interface Addresses {
  port: number;
  simPort: number;
  /** Where this process is reached from its own machine. */
  own: string;
  /** Where browsers reach API and dashboard, without a slash at the end. */
  public: string;
  dashboard: string;
  simulator: string;
}

const EVERYWHERE = new Set(['0.0.0.0', '::', '127.0.0.1', '::1', 'localhost']);

/** Finds free ports and what browsers call us there. */
export async function findAddresses(config: Config): Promise<Addresses> {
  const port = await freePort(config.host, config.port);
  const simPort = await freePort(config.host, config.simPort ?? (config.port === 0 ? 0 : port + 1), [port]);
  const host = EVERYWHERE.has(config.host) ? 'localhost' : bracketed(config.host);
  const own = `http://${host}:${port}`;
  const address = config.publicUrl ?? own;
  return {
    port,
    simPort,
    own,
    public: address,
    dashboard: config.dashboardUrl ?? address,
    simulator: `http://${new URL(address).hostname}:${simPort}`,
  };
}

const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host);
