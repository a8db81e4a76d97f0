import { appConfig } from '../../lib/page/config.ts';

/** Discord's page for those who make applications, or the simulated one's. */
export function portalUrl(application_id?: string): string {
  const { simulator_url } = appConfig();
  if (simulator_url) return `${simulator_url}/developers`;
  const all = 'https://discord.com/developers/applications';
  return application_id === undefined ? all : `${all}/${application_id}/bot`;
}
