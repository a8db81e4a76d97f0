import { randomUUID } from 'node:crypto';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreMissing } from '@tickets/core/platform/files/ignore-missing';
import { type Fingerprint, nameOfSecret, namesOfKeys } from '@tickets/core/platform/processes/fingerprint';
import { StartupError } from '@tickets/core/platform/startup-error';
import { botIdIn, type Config } from '../config/config.ts';
import { madeOnce, readIfThere } from './made-once.ts';
import { generatedSealingKeys, newSecrets, readSecrets, type Secrets } from './secrets.ts';

type Shared = Pick<
  Config,
  'dataDir' | 'jwtSecret' | 'sealingKeys' | 's3' | 'publicUrl' | 'dashboardUrl' | 'discord'
>;

/** What this process has to share with all others that use its database, as it is whenever that is asked for. */
export const fingerprintOf = async (config: Shared, secrets: Secrets): Promise<() => Fingerprint> =>
  fingerprint(config, secrets, await folderId(config.dataDir));

/** The same while nothing may be made in the data folder yet. What is not there is like nobody's. */
export const knownFingerprint = async (config: Shared): Promise<() => Fingerprint> =>
  fingerprint(
    config,
    (await readSecrets(config.dataDir)) ?? newSecrets(),
    (await readIfThere(idIn(config.dataDir)))?.trim() ?? randomUUID(),
  );

function fingerprint(config: Shared, secrets: Secrets, folder: string): () => Fingerprint {
  const { sealingKeys, dataDir, s3 } = config;
  const keys = sealingKeys ? () => sealingKeys : generatedSealingKeys(dataDir, secrets);
  const bot_id = config.discord && botIdIn(config.discord.token);
  const fixed = {
    token_secret: nameOfSecret(config.jwtSecret ?? secrets.jwt_secret),
    public_url: config.publicUrl ?? null,
    dashboard_url: config.dashboardUrl ?? null,
    // DISCORD_CLIENT_ID may be left out, and an old application has another id than its bot.
    ...(bot_id && { bot_id }),
    // The address of one bucket may differ from network to network.
    files: s3 ? { bucket: `${s3.bucket}/${s3.prefix ?? ''}` } : { folder },
  };
  return () => ({ ...fixed, sealing_keys: namesOfKeys(keys()) });
}

/**
 * The identity of a data folder, which is kept in it: machines may have the same volume at different paths, and different
 * folders at the same one.
 */
export async function folderId(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  return (await madeOnce(idIn(dataDir), () => `${randomUUID()}\n`)).trim();
}

/** Throws where root would write for a program that runs as another account, which could not read it then. */
export async function requireOwnAccount(config: Pick<Config, 'dataDir'>): Promise<void> {
  const others = await othersAccount(config);
  if (others) throw new StartupError(others);
}

/** Why root is to write nothing, and what to do; undefined where it may. */
export async function othersAccount({ dataDir }: Pick<Config, 'dataDir'>): Promise<string | undefined> {
  // A folder that was made for a program which has not started yet has no id.
  const kept = (await stat(idIn(dataDir)).catch(ignoreMissing)) ?? (await stat(dataDir).catch(ignoreMissing));
  if (!kept?.uid || process.geteuid?.() !== 0) return undefined;
  return (
    `${dataDir} belongs to the account with the number ${kept.uid}, and a program that runs as that one could not read what root writes. ` +
    `Nothing was changed. Give the command as that account, for example with: sudo -u '#${kept.uid}' <command>. ` +
    `Where the program runs as root by now, give it the folder first: chown -R root ${dataDir}`
  );
}

const idIn = (dataDir: string) => join(dataDir, 'folder-id');
