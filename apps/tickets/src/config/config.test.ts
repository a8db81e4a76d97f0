import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartupError } from '@tickets/core/platform/startup-error';
import { expect, onTestFinished, test } from 'vitest';
import { examineConfig, readConfig } from './config.ts';
import { readCommandLine } from './options.ts';
import { envExample } from './variables.ts';

const applicationId = '123456789012345678';
const token = `${Buffer.from(applicationId).toString('base64url')}.GabcDE.${'x'.repeat(38)}`;
const real = { DISCORD_TOKEN: token, DISCORD_CLIENT_SECRET: 's'.repeat(32) };
const read = (environment: NodeJS.ProcessEnv, ...args: string[]) =>
  readConfig(environment, readCommandLine(args).options);

test('without any configuration Discord is simulated and premium is by entitlement', () => {
  const config = read({});
  expect(config).toMatchObject({
    discord: undefined,
    databaseUrl: undefined,
    premium: 'entitlements',
    demo: true,
  });
  expect([...config.roles]).toEqual(['api', 'bot', 'jobs']);
});

test('a token and a secret are enough for the real Discord', () => {
  const config = read(real);
  expect(config.discord).toMatchObject({ client_id: applicationId, url: 'https://discord.com' });
  expect(config.premium).toBe('everyone');
});

test('a proxy for our calls to Discord is not where browsers are sent', () => {
  const proxied = read({ ...real, DISCORD_API_URL: 'http://discord-proxy.internal' });
  expect(proxied.discord).toMatchObject({
    url: 'http://discord-proxy.internal',
    web_url: 'https://discord.com',
  });
  expect(read({ ...real, DISCORD_WEB_URL: 'http://localhost:1' }).discord?.web_url).toBe(
    'http://localhost:1',
  );
});

test('files are kept in a bucket once it is named, with both keys or not at all', () => {
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
  expect(read({}).s3).toBeUndefined();
  expect(read({ ...keys, S3_BUCKET: 'desk-files' }).s3).toEqual({
    bucket: 'desk-files',
    region: 'us-east-1',
    endpoint: undefined,
    prefix: undefined,
    access_key_id: 'id',
    secret_access_key: 'secret',
  });
  const problemsOf = (environment: NodeJS.ProcessEnv) =>
    examineConfig(environment, readCommandLine([]).options).problems;
  expect(problemsOf({ S3_BUCKET: 'desk-files', S3_ACCESS_KEY_ID: 'id' })).toEqual([
    'S3_SECRET_ACCESS_KEY is missing: without it the bucket cannot be used',
  ]);
  expect(problemsOf(keys)).toEqual([expect.stringContaining('S3_BUCKET is not')]);
  expect(problemsOf({ ...keys, S3_BUCKET: 'Not A Bucket' })[0]).toBe(
    'S3_BUCKET must be the name of a bucket',
  );
});

test('a list of sealing keys without a key is refused by its name', () => {
  for (const SECRET_KEYS of [',', ' , '])
    expect(() => read({ ...real, SECRET_KEYS })).toThrow('SECRET_KEYS must name at least one key');
});

test('everything that is wrong is said at once, each with the name of its variable', () => {
  const environment = {
    ...real,
    DISCORD_CLIENT_SECRET: '',
    PORT: 'eighty',
    PUBLIC_URL: 'tickets.example.com',
    DASHBOARD_URL: 'https://example.com/dashboard',
    DATABASE_URL: 'mysql://localhost',
    JWT_SECRET: 'short',
    SECRET_KEYS: `${'k'.repeat(32)},short`,
    ADMINS: 'somebody',
    PREMIUM: 'yes',
    ROLES: 'api,cook',
    LOG_LEVEL: 'loud',
  };
  let message = '';
  try {
    read(environment, '--sim-port', 'many');
  } catch (error) {
    expect(error).toBeInstanceOf(StartupError);
    message = (error as Error).message;
  }
  const { DISCORD_TOKEN: _, ...wrong } = environment;
  for (const name of [...Object.keys(wrong), '--sim-port']) expect(message).toContain(`  - ${name} `);
  expect(message).not.toContain('short,');
  expect(message).not.toContain('mysql://');
});

test('the clock goes ahead only of a simulated Discord, and by minutes', () => {
  expect(read({}).clockAheadMs).toBe(0);
  expect(read({}, '--clock-ahead', '90').clockAheadMs).toBe(5_400_000);
  for (const wrong of ['-5', '1.5', 'soon', ''])
    expect(() => read({}, `--clock-ahead=${wrong}`)).toThrow(
      '--clock-ahead must be a whole number of minutes',
    );
  expect(() => read(real, '--clock-ahead', '90')).toThrow('--clock-ahead is for the simulated Discord');
  expect(read(real, '--clock-ahead', '0').discord).toBeDefined();
});

test('an option wins over its variable, and is named when it is wrong', () => {
  expect(read({ PORT: '1000' }, '--port', '2000').port).toBe(2000);
  expect(() => read({ PORT: '1000' }, '--port', 'x')).toThrow('--port must be a port number');
});

test('an option without a value is refused, and not taken for the current folder or for all addresses', () => {
  for (const blank of ['', ' ']) {
    expect(() => read({}, `--data-dir=${blank}`)).toThrow('--data-dir must name a folder');
    expect(() => read({}, `--host=${blank}`)).toThrow('--host must be an address');
    expect(() => read({}, `--roles=${blank}`)).toThrow('--roles ');
    expect(() => read({}, `--port=${blank}`)).toThrow('--port must be a port number');
  }
});

test('a variable that is set to nothing counts as unset', () => {
  expect(read({ PORT: '', DISCORD_TOKEN: ' ', DATABASE_URL: '', DATA_DIR: '' })).toMatchObject({
    port: 8080,
    dataDir: read({}).dataDir,
    discord: undefined,
  });
});

test.each([
  ['nothing in front', {}, false],
  ['an address that only a proxy can have', { PUBLIC_URL: 'https://tickets.example' }, true],
  ['a proxy on the same machine', { TRUSTED_PROXIES: 'loopback' }, true],
  ['a proxy elsewhere', { TRUSTED_PROXIES: '10.0.0.0/8' }, false],
  ['a process that no proxy passes anybody on to', { TRUSTED_PROXIES: 'loopback', ROLES: 'jobs' }, false],
])('with %s the figures are for this machine, or for the token alone', (_, environment, is_behind_proxy) => {
  const { metricsAccess } = examineConfig({ ...real, ...environment }, readCommandLine([]).options).config;
  expect(metricsAccess.is_behind_proxy).toBe(is_behind_proxy);
});

test('a secret is read from the file that its variable with _FILE names', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tickets-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const files = {
    DISCORD_TOKEN_FILE: file('token', `${token}\n`),
    DISCORD_CLIENT_SECRET_FILE: file('secret', 's'.repeat(32)),
    METRICS_TOKEN_FILE: file('metrics', `${'m'.repeat(32)}\n`),
  };
  expect(read(files)).toMatchObject({ discord: { token }, metricsAccess: { token: 'm'.repeat(32) } });

  const problemsOf = (environment: NodeJS.ProcessEnv) =>
    examineConfig(environment, readCommandLine([]).options).problems;
  expect(problemsOf({ ...real, DISCORD_TOKEN_FILE: files.DISCORD_TOKEN_FILE })).toEqual([
    'DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set. Set one of them',
  ]);
  expect(problemsOf({ JWT_SECRET_FILE: join(folder, 'none') })).toEqual([
    expect.stringMatching(/^JWT_SECRET_FILE names a file that cannot be read: ENOENT/),
  ]);
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  for (const other of [folder, join(folder, 'pipe')])
    expect(problemsOf({ JWT_SECRET_FILE: other })).toEqual([
      `JWT_SECRET_FILE names ${other}, which is not a file. Name a file, or a symbolic link to one`,
    ]);
  // As secrets of Docker and Kubernetes are.
  symlinkSync(file('real', 's'.repeat(32)), join(folder, 'link'));
  expect(problemsOf({ JWT_SECRET_FILE: join(folder, 'link') })).toEqual([]);
  expect(problemsOf({ JWT_SECRET_FILE: file('empty', '\n') })).toEqual([
    `JWT_SECRET_FILE names an empty file, ${join(folder, 'empty')}`,
  ]);
  expect(problemsOf({ PUBLIC_URL_FILE: file('url', 'https://tickets.example.com') })).toEqual([
    expect.stringMatching(
      /^PUBLIC_URL_FILE is set, but PUBLIC_URL is not read from a file\. Set PUBLIC_URL itself/,
    ),
  ]);
  // Other programs have such variables too.
  expect(problemsOf({ SOMETHING_FILE: 'x' })).toEqual([]);
  // Its contents are not printed.
  expect(problemsOf({ JWT_SECRET_FILE: file('short', 'too short') }).join()).not.toContain('too short');
});

test('a variable that cannot be read is one problem, and is not said to be missing as well', () => {
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
  const problemsOf = (environment: NodeJS.ProcessEnv) =>
    examineConfig(environment, readCommandLine([]).options).problems;
  const gone = '/nowhere/at/all';
  for (const [environment, said] of [
    [{ ...real, DISCORD_TOKEN: 'abc' }, /^DISCORD_TOKEN /],
    [{ ...real, DISCORD_TOKEN: '', DISCORD_TOKEN_FILE: gone }, /^DISCORD_TOKEN_FILE names a file/],
    [
      { ...real, DISCORD_CLIENT_SECRET: '', DISCORD_CLIENT_SECRET_FILE: gone },
      /^DISCORD_CLIENT_SECRET_FILE /,
    ],
    [{ ...keys, S3_BUCKET: 'Not A Bucket', BACKUP_TO: 's3:backups' }, /^S3_BUCKET must be/],
    [
      { S3_BUCKET: 'desk-files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY_FILE: gone },
      /^S3_SECRET_ACCESS_KEY_FILE /,
    ],
  ] as const)
    expect(problemsOf(environment)).toEqual([expect.stringMatching(said)]);
});

test('an unknown option is answered with the usage', () => {
  expect(() => readCommandLine(['start', '--prot', '1'])).toThrow(/--prot.*Usage: npm start/s);
});

test('a secret without a token is not taken for the demo', () => {
  expect(() => read({ DISCORD_CLIENT_SECRET: 's'.repeat(32) })).toThrow('DISCORD_TOKEN is not');
});

test('.env.example lists exactly the variables that exist (node scripts/env-example.ts writes it)', () => {
  const file = join(import.meta.dirname, '../../../../.env.example');
  expect(readFileSync(file, 'utf8')).toBe(envExample());
});

test('what is sold in Discord is read with its tier and label, and a mistake in it is told', () => {
  const skus = (text: string) => examineConfig({ PREMIUM_SKUS: text }, {});
  expect(
    skus('111111111111111111:premium:For a server, 222222222222222222:whitelabel:All').config.premiumSkus,
  ).toEqual([
    { sku_id: '111111111111111111', tier: 0, label: 'For a server' },
    { sku_id: '222222222222222222', tier: 1, label: 'All' },
  ]);
  for (const wrong of [
    '1:premium:A',
    '111111111111111111:gold:A',
    '111111111111111111:premium',
    '111111111111111111',
  ])
    expect(skus(wrong).problems.join()).toContain('PREMIUM_SKUS must be like');
  const twice = '111111111111111111:premium:A,111111111111111111:premium:B';
  expect(skus(twice).problems.join()).toContain('PREMIUM_SKUS names a SKU twice');
});

test('shards that are set by hand are read from one word, and what is wrong with it is said', () => {
  expect(read(real, '--shards', '0-2/16').shards).toEqual({ ids: [0, 1, 2], count: 16 });
  expect(read(real, '--shards', '8,0-1,1/16').shards).toEqual({ ids: [0, 1, 8], count: 16 });
  expect(read(real).shards).toBeUndefined();
  for (const [given, problem] of [
    ['4', '--shards must name shards and how many there are, such as 0-15/64'],
    ['0-16/16', '--shards names shard 16, but the last of 16 is 15'],
    ['5-4/16', '--shards counts backwards in 5-4'],
    ['0/0', '--shards can be of 1 to 10000 shards'],
    ['x/4', '--shards must name shards'],
  ] as const)
    expect(() => read(real, '--shards', given), given).toThrow(problem);
});

test('proxies are addresses, networks or names of networks, and anything else is said', () => {
  const proxies = (text: string) => examineConfig({ TRUSTED_PROXIES: text }, {});
  const right = ['10.0.0.1', '10.0.0.0/8', '2001:db8::/32', '::1', 'loopback', 'uniquelocal'];
  expect(proxies(right.join(', '))).toMatchObject({ config: { trustedProxies: right }, problems: [] });
  for (const wrong of ['nginx', '10.0.0.0/33', '10.0.0.0/', '::/129', 'toString'])
    expect(proxies(`127.0.0.1,${wrong}`).problems).toEqual([
      `TRUSTED_PROXIES names ${wrong}, which is no address and no network such as 10.0.0.0/8`,
    ]);
});
