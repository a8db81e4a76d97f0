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
