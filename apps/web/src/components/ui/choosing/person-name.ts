/** 'username#1234', or the username alone for those who have a handle. */
export function personName({
  username,
  discriminator,
}: {
  username: string;
  discriminator?: string | undefined;
}): string {
  const isHandle = !discriminator || /^0+$/.test(discriminator);
  return isHandle ? username : `${username}#${discriminator}`;
}

/** As Discord shows someone: under the name that they chose, else their username. */
export function displayName(
  person: Parameters<typeof personName>[0] & { global_name?: string | null },
): string {
  return person.global_name || personName(person);
}

export const nameIn = (names: 'username' | 'display' = 'username') =>
  names === 'display' ? displayName : personName;
