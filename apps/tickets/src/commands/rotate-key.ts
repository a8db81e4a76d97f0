import { setTimeout as sleep } from 'node:timers/promises';
import { createSealer, sealingKeyByte, sealingKeyName } from '@tickets/core/platform/crypto/seal';
import { withClient } from '@tickets/core/platform/db/embedded/connection';
import { StartupError } from '@tickets/core/platform/startup-error';
import { keyBytesInUse, keysInUse, resealAll } from '@tickets/core/sealing/rotate';
import type { Config } from '../config/config.ts';
import { borrowDatabase } from '../database/database.ts';
import { requireCommandFits, requireUpgraded } from '../database/may-upgrade.ts';
import { generatedSecrets, newSealingKey, writeSealingKeys } from '../files/secrets.ts';
import { createLog } from '../process/log.ts';
import type { Command } from './command.ts';

/** A running program reads its keys whenever it seals; a folder that is shared by a network may tell it later. */
const KNOWN_AFTER_MS = 1_500;
/** What is sealed while the first round goes on. */
const ROUNDS = 5;

type Connection = Parameters<typeof keysInUse>[0];

/** Seals everything with the newest key, while the program runs. */
export const rotateKey: Command = async (config, _rest, options) => {
  const log = createLog({ level: 'warn' });
  const database = await borrowDatabase(config, log);
  try {
    await withClient(database.url, async (client) => {
      await requireUpgraded(config, client);
      await requireCommandFits(config, client, log);
      await requireTurn(client);
      if (options['forget-old']) return forgetOld(config, client);
      await rotate(config, client);
    });
  } finally {
    await database.stop();
  }
  return 0;
};

/** Two at once would each write down a list of keys without the other's, whose values nobody could open then. */
async function requireTurn(client: Connection): Promise<void> {
  // Held by the connection, so that a killed command frees it.
  const { rows } = await client.query<{ got: boolean }>(
    "select pg_try_advisory_lock(hashtextextended('tickets rotate-key', 0)) as got",
  );
  if (!rows[0]?.got)
    throw new StartupError(
      'The keys of this installation are being changed by another rotate-key. Wait for its end.',
    );
}

async function rotate(config: Config, client: Connection): Promise<void> {
  const keys = config.sealingKeys ?? (await withNewKey(config, client));
  const [newest = '', ...older] = keys;
  const name = sealingKeyName(newest);
  const sealer = createSealer(keys);
  let lost = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { columns } = await resealAll(client, sealer, (column, { values, resealed }) =>
      console.log(`${column}: ${values} looked at, ${resealed} sealed with key ${name}`),
    );
    const all = Object.values(columns);
    lost = all.reduce((sum, column) => sum + column.lost, 0);
    if (!all.some(({ resealed }) => resealed)) break;
  }
  if (lost)
    console.log(
      `${lost} ${lost === 1 ? 'value' : 'values'} could not be opened with any key that is configured, and stay as they are.`,
    );
  const left = (await keysInUse(client, keys)).filter((key) => key.isKnown && key.name !== name);
  console.log(`Everything${lost ? ' else' : ''} is sealed with key ${name}.`);
  if (!older.length)
    return console.log(
      'There is no other key. To change it, put a new one first (SECRET_KEYS=new,old), restart the program, and give this command again.',
    );
  if (left.length && lost) return;
  const old = older.map(sealingKeyName).join(', ');
  console.log(
    `The old ${older.length === 1 ? 'key' : 'keys'} (${old}) may be removed: ` +
      (config.sealingKeys
        ? 'take them out of SECRET_KEYS and restart the program.'
        : 'npm run tickets -- rotate-key --forget-old'),
  );
  console.log(
    'Backups that were made before still need the old keys: keep them as long as those, elsewhere.',
  );
}

/** A new generated key, unless the last change was interrupted, which goes on. */
async function withNewKey({ dataDir }: Config, client: Connection): Promise<string[]> {
  const { sealing_keys } = await generatedSecrets(dataDir);
  const name = sealingKeyName(sealing_keys[0] ?? '');
  const isInterrupted =
    sealing_keys.length > 1 &&
    (await keysInUse(client, sealing_keys)).some((key) => key.isKnown && key.name !== name);
  if (isInterrupted) {
    console.log(`Going on with key ${name}.`);
    return sealing_keys;
  }
  const taken = [...sealing_keys.map(sealingKeyByte), ...(await keyBytesInUse(client)).keys()];
  const keys = [newSealingKey(new Set(taken)), ...sealing_keys];
  await writeSealingKeys(dataDir, keys);
  console.log(`Made key ${sealingKeyName(keys[0] ?? '')} in ${dataDir}/secrets.json.`);
  await sleep(KNOWN_AFTER_MS);
  return keys;
}

async function forgetOld({ sealingKeys, dataDir }: Config, client: Connection): Promise<void> {
  if (sealingKeys)
    throw new StartupError('The keys are those of SECRET_KEYS: take the old ones out there, and restart.');
  const { sealing_keys } = await generatedSecrets(dataDir);
  const [newest = '', ...older] = sealing_keys;
  if (!older.length) return console.log('There is no old key.');
  const name = sealingKeyName(newest);
  const used = (await keysInUse(client, sealing_keys)).filter((key) => key.isKnown && key.name !== name);
  if (used.length)
    throw new StartupError(
      `Values are still sealed with ${used.map((key) => `key ${key.name}`).join(', ')}. Run rotate-key first.`,
    );
  await writeSealingKeys(dataDir, [newest]);
  console.log(
    `Removed ${older.map(sealingKeyName).join(', ')} from ${dataDir}/secrets.json. Backups that were made before need them.`,
  );
}
