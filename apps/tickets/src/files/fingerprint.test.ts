import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { differences } from '@tickets/core/platform/processes/fingerprint';
import { expect, onTestFinished, test } from 'vitest';
import { fingerprintOf, folderId } from './fingerprint.ts';
import { generatedSecrets, writeSealingKeys } from './secrets.ts';

async function newDataDir() {
  const dir = await mkdtemp(join(tmpdir(), 'tickets-fingerprint-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

const unset = {
  jwtSecret: undefined,
  sealingKeys: undefined,
  s3: undefined,
  publicUrl: undefined,
  dashboardUrl: undefined,
  discord: undefined,
};

test('a data folder is given one id, also by many who start in it at once, and keeps it', async () => {
  const [dir, other] = [join(await newDataDir(), 'data'), await newDataDir()];
  const ids = await Promise.all(Array.from({ length: 16 }, () => folderId(dir)));
  expect(new Set(ids).size).toBe(1);
  expect(await folderId(dir)).toBe(ids[0]);
  expect(await readdir(dir)).toEqual(['folder-id']);
  expect(await folderId(other)).not.toBe(ids[0]);
});

test('processes with one data folder fit together without any configuration, also after its key was changed', async () => {
  const dataDir = await newDataDir();
  const secrets = await generatedSecrets(dataDir);
  const running = await fingerprintOf({ ...unset, dataDir }, secrets);
  await writeSealingKeys(dataDir, ['n'.repeat(32), ...secrets.sealing_keys]);
  const starting = await fingerprintOf({ ...unset, dataDir }, await generatedSecrets(dataDir));
  expect(differences(starting(), running())).toEqual([]);
  const elsewhere = await newDataDir();
  const other = await fingerprintOf({ ...unset, dataDir: elsewhere }, await generatedSecrets(elsewhere));
  expect(differences(other(), running())).toHaveLength(3);
});

test('with a bucket and secrets of their own processes need no folder together, and nothing of a secret is in what they say', async () => {
  const s3 = {
    bucket: 'files',
    prefix: 'a/',
    region: 'eu-central-1',
    endpoint: undefined,
    access_key_id: 'key-id-of-the-bucket',
    secret_access_key: 'secret-of-the-bucket',
  };
  const given = { ...unset, jwtSecret: 'j'.repeat(32), sealingKeys: ['s'.repeat(32)], s3 };
  const made = async () => {
    const dataDir = await newDataDir();
    return (await fingerprintOf({ ...given, dataDir }, await generatedSecrets(dataDir)))();
  };
  const [one, other] = [await made(), await made()];
  expect(differences(one, other)).toEqual([]);
  expect(one.files).toEqual({ bucket: 'files/a/' });
  expect(JSON.stringify(one)).not.toMatch(/jjjj|ssss|of-the-bucket/);
});
