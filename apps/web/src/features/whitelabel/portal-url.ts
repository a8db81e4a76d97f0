import { appConfig } from '../../lib/page/config.ts';

/** Discord's page for those who make applications, or the simulated one's. */
export function portalUrl(application_id?: string): string {
  const { simulator_url } = appConfig();
  if (simulator_url) return `${simulator_url}/developers`;
  const all = 'https://discord.com/developers/applications';
  return application_id === undefined ? all : `${all}/${application_id}/bot`;
}

/** Where a page of Discord's portal is found: a stored text names Discord's, which knows nothing of a simulated application. */
export function portalPage(discords: string): string {
  return appConfig().simulator_url ? portalUrl() : discords;
}
