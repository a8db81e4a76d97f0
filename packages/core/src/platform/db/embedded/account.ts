import { spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { ignoreMissing } from '../../files/ignore-missing.ts';
import { StartupError } from '../../startup-error.ts';

/** The system account that runs PostgreSQL; `undefined` means our own. */
export type Account = { uid: number; gid: number } | undefined;

/** Debian, Alpine, Fedora and macOS all know an account without rights; on Linux it has this number. */
const NOBODY = { uid: 65534, gid: 65534 };

/**
 * PostgreSQL refuses to run as root, so root starts it as someone else: as the owner of the cluster that is already
 * there, or else as `nobody`.
 */
export async function accountFor(clusterDir: string): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(clusterDir).catch(ignoreMissing);
  const account = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY;
  const probe = spawnSync('/bin/sh', ['-c', ':'], account);
  if (probe.error) {
    throw new StartupError(
      'PostgreSQL does not run as root, and this machine does not let the program switch to another account ' +
        `(uid ${account.uid}: ${probe.error.message}). Start the program as an ordinary user, ` +
        'or set DATABASE_URL to a PostgreSQL server of yours.',
    );
  }
  return account;
}

/** Asks the system itself, so that access lists and mount options count as much as permission bits. */
export function canEnter(account: Account, dir: string): boolean {
  if (!account) return true;
  return spawnSync('/bin/sh', ['-c', '[ -r "$0" ] && [ -x "$0" ]', dir], account).status === 0;
}
