import { access, constants, mkdtemp, rm, rmdir, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ignoreMissing } from '../platform/files/ignore-missing.ts';
import { keptFreeBytes } from '../platform/storage/free-room.ts';
import { storageProblem } from '../platform/storage/problem.ts';
import { type Check, type DoctorInput, error, type Finding, ok, skipped, warning } from './check.ts';

const NODE_MAJOR_MIN = 24;
const FREE_BYTES_WANTED = 2 * 1024 ** 3;
const SECRET_CHARACTERS_MIN = 32;
const SECRET_DISTINCT_MIN = 10;

export const nodeVersion: Check = {
  id: 'node.version',
  title: 'Node version',
  async run({ node_version }) {
    if (Number.parseInt(node_version, 10) >= NODE_MAJOR_MIN) return ok(`Node ${node_version}`);
    return error(
      `This is Node ${node_version}; Tickets runs on ${NODE_MAJOR_MIN}.`,
      'Start it by npm start, which brings the right Node along.',
    );
  },
};

export const dataDir: Check = {
  id: 'data_dir.writable',
  title: 'Data folder',
  async run({ data_dir }) {
    const refused = (what: string, cause: unknown) =>
      error(
        `${data_dir} cannot be ${what}: ${(cause as Error).message}`,
        'Give the account that runs Tickets this folder (chown), or name another with DATA_DIR.',
      );
    const folder = await nearestFolder(data_dir).catch(() => resolve(data_dir)); // writing there says why
    if (folder !== resolve(data_dir)) {
      try {
        await rmdir(await mkdtemp(join(folder, '.doctor-')));
        return ok(`${data_dir} is not there yet; the first start makes it`);
      } catch (cause) {
        return refused('made', cause);
      }
    }
    const probe = join(data_dir, `.doctor-${process.pid}`);
    try {
      await access(data_dir, constants.R_OK | constants.X_OK);
      await writeFile(probe, '');
      await rm(probe);
      return ok(`${data_dir} can be written`);
    } catch (cause) {
      return refused('written', cause);
    }
  },
};

/** Itself, or what is there of the folders above it. */
async function nearestFolder(path: string): Promise<string> {
  let at = resolve(path);
  while (!(await stat(at).catch(ignoreMissing))) at = dirname(at);
  return at;
}

export const diskSpace: Check = {
  id: 'data_dir.space',
  title: 'Disk space',
  async run({ data_dir }) {
    const found = await nearestFolder(data_dir)
      .then((folder) => statfs(folder))
      .catch((cause: NodeJS.ErrnoException) => {
        if (cause.code === 'ENOTDIR') return undefined;
        throw cause;
      });
    if (!found) return skipped('There is no data folder to look at.');
    const { bavail, bsize } = found;
    const free = bavail * bsize;
    const text = `${(free / 1024 ** 3).toFixed(1)} GiB are free at ${data_dir}`;
    const fix = 'Free some space, or move the folder to a larger disk and name it with DATA_DIR.';
    if (free < keptFreeBytes) return error(text, fix);
    return free < FREE_BYTES_WANTED ? warning(text, fix) : ok(text);
  },
};

export const bucket: Check = {
  id: 'storage.bucket',
  title: 'Storage in a bucket',
  async run({ bucket: found }) {
    if (!found) return ok('None is configured: files are kept in the data folder');
    try {
      await found.check();
      return ok(`The bucket ${found.name} answers`);
    } catch (cause) {
      const text = `${found.name}: ${(cause as Error).message}`;
      return storageProblem(cause)?.trouble === 'denied'
        ? error(
            text,
            'Correct S3_BUCKET, S3_REGION and the keys, and let these keys read, write and list the bucket.',
          )
        : error(text, 'See that S3_ENDPOINT is right and can be reached from this machine.');
    }
  },
};

export const backupPlace: Check = {
  id: 'backups.writable',
  title: 'Place of backups',
  async run({ backups, others_account }) {
    if (!backups) return ok('BACKUP_TO is not set');
    // A look may make the place, for its own account alone.
    return others_account ? skipped(others_account) : placeOfBackups(backups);
  },
};

/** Also for the start, which says no less than the doctor. */
export async function placeOfBackups({
  place,
  check,
}: NonNullable<DoctorInput['backups']>): Promise<Finding> {
  try {
    await check();
    return ok(`${place} can be written`);
  } catch (cause) {
    return error(
      `Nothing can be written to ${place}, so no backup is made and no upgrade begins: ${(cause as Error).message}`,
      'Let the account that runs Tickets write there, or name another place in BACKUP_TO.',
    );
  }
}

export const jwtSecret: Check = {
  id: 'secret.strength',
  title: 'Session secret',
  async run({ jwt_secret }) {
    if (jwt_secret === undefined) return ok('Generated, and kept in the data folder');
    const strong =
      jwt_secret.length >= SECRET_CHARACTERS_MIN && new Set(jwt_secret).size >= SECRET_DISTINCT_MIN;
    if (strong) return ok('Long and varied');
    return error(
      'JWT_SECRET can be guessed: whoever does can sign in as anybody.',
      'Set it to the output of: openssl rand -hex 32 (everybody signs in once more after that).',
    );
  },
};
