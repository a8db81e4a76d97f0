import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { generatedSecrets } from './secrets.ts';

async function newDataDir() {
  const dir = await mkdtemp(join(tmpdir(), 'tickets-secrets-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

test('secrets are made once, are the same for all who ask at once, and only their owner can read them', async () => {
  const dir = await newDataDir();
  const all = await Promise.all(Array.from({ length: 8 }, () => generatedSecrets(dir)));
  expect(new Set(all.map((secrets) => JSON.stringify(secrets))).size).toBe(1);
  expect(await generatedSecrets(dir)).toEqual(all[0]);
  expect((await stat(join(dir, 'secrets.json'))).mode & 0o777).toBe(0o600);
});

test('two installations never share secrets', async () => {
  const [a, b] = [await generatedSecrets(await newDataDir()), await generatedSecrets(await newDataDir())];
  expect(a.jwt_secret).not.toBe(b.jwt_secret);
  expect(a.sealing_key).not.toBe(b.sealing_key);
});
