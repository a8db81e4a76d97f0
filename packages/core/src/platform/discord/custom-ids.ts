/**
 * What a button, select or modal of ours carries: `v1:ticket.close:<arg>:<arg>`. Ids only, because messages outlive
 * deploys and what they say may be old. Buttons of panels carry the panel's own random id instead.
 */
export function customId(name: string, ...args: (string | number)[]): string {
  return ['v1', name, ...args].join(':');
}

export type DecodedId = { name: string; args: string[] } | { panel: string };

export function decodeCustomId(id: string): DecodedId | undefined {
  if (/^[a-zA-Z0-9]{30}$/.test(id)) return { panel: id };
  const [version, name, ...args] = id.split(':');
  return version === 'v1' && name ? { name, args } : undefined;
}
