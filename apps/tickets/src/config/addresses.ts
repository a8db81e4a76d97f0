import { StartupError } from '@tickets/core/platform/startup-error';
import type { Config } from './config.ts';
import { freePort, requirePort } from './ports.ts';

export interface Addresses {
  port: number;
  /** 0 where Discord is the real one. */
  simPort: number;
  /** Where this process is reached from its own machine. */
  own: string;
  /** Where browsers reach API and dashboard, without a slash at the end. */
  public: string;
  dashboard: string;
  simulator: string;
}

const EVERYWHERE = new Set(['0.0.0.0', '::', '127.0.0.1', '::1', 'localhost']);

/** Finds free ports, or takes those that were named, and says what browsers call us there. */
export async function findAddresses(config: Config): Promise<Addresses> {
  const { host: at, simPort: wantedSimPort } = config;
  const port = config.portMayMove
    ? await freePort(at, config.port, [wantedSimPort ?? 0])
    : await requirePort(at, config.port, '--port or PORT');
  const simPort = config.discord ? 0 : await simulatorPort(config, port);
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

async function simulatorPort({ host, port: wanted, simPort }: Config, port: number): Promise<number> {
  if (simPort === undefined) return freePort(host, wanted === 0 ? 0 : port + 1);
  if (simPort !== 0 && simPort === port)
    throw new StartupError(
      `Dashboard and simulated Discord cannot both have port ${port}. Name another one with --sim-port.`,
    );
  return requirePort(host, simPort, '--sim-port');
}

const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host);
