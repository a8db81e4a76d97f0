const INSUFFICIENT_PRIVILEGE = '42501';

/** What an operator does about a user of the database who may not make what the program needs. */
export const rightsWanted =
  'Its user needs to connect, and to create and change tables: make it the owner of the database, or run as an administrator: ' +
  'grant connect, create on database <name> to <user>; grant all on schema public to <user>.';

/** What the database denied its user, also where that made a migration fail; undefined for every other error. */
export function deniedRight(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && error.code === INSUFFICIENT_PRIVILEGE) return error.message;
  return deniedRight(error.cause);
}
