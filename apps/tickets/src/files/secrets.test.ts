import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sealingKeyName } from '@tickets/core/platform/crypto/seal';
import { StartupError } from '@tickets/core/platform/startup-error';
import { expect, onTestFinished, test } from 'vitest';
import {
  generatedSealingKeys,
  generatedSecrets,
  newSealingKey,
  readSecrets,
  writeSealingKeys,
} from './secrets.ts';

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
  expect(a.sealing_keys).not.toEqual(b.sealing_keys);
});

test('the one key that an older program made is still the key', async () => {
  const dir = await newDataDir();
  await writeFile(join(dir, 'secrets.json'), JSON.stringify({ jwt_secret: 'signs', sealing_key: 'seals' }));
  expect(await generatedSecrets(dir)).toEqual({ jwt_secret: 'signs', sealing_keys: ['seals'] });
});

test.each([
  ['empty', ''],
  ['full of zeros', '\0'.repeat(100)],
  ['cut short', '{ "jwt_secret": "sig'],
  ['without keys', '{ "jwt_secret": "signs" }'],
])(
  'secrets that are %s end in a sentence that names their file and says what to do, and stay as they are',
  async (_, text) => {
    const dir = await newDataDir();
    const file = join(dir, 'secrets.json');
    await writeFile(file, text);
    for (const read of [generatedSecrets, readSecrets]) {
      const refused = await read(dir).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(StartupError);
      expect(String(refused)).toContain(`${file} is empty or damaged`);
      expect(String(refused)).toContain('Put it back from where you keep the secrets');
    }
    expect(await readFile(file, 'utf8')).toBe(text);
  },
);

test('a key that is put there while the program runs is known to it at once, and signing goes on as before', async () => {
  const dir = await newDataDir();
  const before = await generatedSecrets(dir);
  const keys = generatedSealingKeys(dir, before);
  expect(keys()).toEqual(before.sealing_keys);
  await writeSealingKeys(dir, ['new', ...before.sealing_keys]);
  expect(keys()).toEqual(['new', ...before.sealing_keys]);
  expect((await generatedSecrets(dir)).jwt_secret).toBe(before.jwt_secret);
  expect((await stat(join(dir, 'secrets.json'))).mode & 0o777).toBe(0o600);
});

test('the name of a new key begins with a byte that no key has, as long as there is one', () => {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte);
  const nameWhere = (taken: number[]) => sealingKeyName(newSealingKey(new Set(taken)));
  expect(nameWhere(bytes.filter((byte) => byte !== 0xab))).toMatch(/^ab/);
  expect(nameWhere(bytes)).toMatch(/^[0-9a-f]{16}$/);
});
