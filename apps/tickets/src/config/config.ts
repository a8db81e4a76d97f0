import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { PremiumSku } from '@tickets/core/platform/context';
import { addressMatcher } from '@tickets/core/platform/net/network';
import { StartupError } from '@tickets/core/platform/startup-error';
import type { S3Options } from '@tickets/core/platform/storage/s3';
import type { Options } from './options.ts';
import { readShards, type Shards } from './shards.ts';
import { namesInFiles, type Role, type Values, type VariableName, variables } from './variables.ts';

export interface Config {
  /** Undefined: the simulated Discord. */
  discord:
    | {
        token: string;
        client_id: string;
        client_secret: string;
        url: string;
        web_url: string;
        cdn_url: string;
      }
    | undefined;
  /** Undefined: the embedded PostgreSQL. */
  databaseUrl: string | undefined;
  dataDir: string;
  host: string;
  port: number;
  /** Nobody named it, so that the next free one does as well. */
  portMayMove: boolean;
  simPort: number | undefined;
  publicUrl: string | undefined;
  dashboardUrl: string | undefined;
  demo: boolean;
  /** How far the simulated Discord and the program live in the future. */
  clockAheadMs: number;
  roles: ReadonlySet<Role>;
  /** Which shards of the bot this process runs, of how many; undefined: its share of all that there are. */
  shards: Shards | undefined;
  /** How many connections to Discord's gateway this process carries at most. */
  botConnections: number | undefined;
  admins: ReadonlySet<string>;
  operator: { name: string | undefined; contact: string | undefined };
  premium: 'everyone' | 'entitlements';
  /** What is sold in Discord's store. */
  premiumSkus: PremiumSku[];
  jwtSecret: string | undefined;
  sealingKeys: string[] | undefined;
  links: {
    invite: string | undefined;
    premium: string | undefined;
    docs: string | undefined;
    mainSite: string | undefined;
  };
  /** Where files are kept; undefined: in a folder of dataDir. */
  s3: Omit<S3Options, 'spool_folder'> | undefined;
  backups: {
    /** A folder, or `s3:` and a prefix. Undefined: none are made by the clock. */
    to: string | undefined;
    hour: number;
    keepDays: number;
    beforeUpgrade: boolean;
  };
  /** By whose key archives of another product have to be signed. */
  importPublicKey: string | undefined;
  trustedProxies: string[];
  trustedUrls: string[];
  connections: { max?: number; each_max?: number; requests_each_max?: number };
  /** Who may read /metrics. */
  metricsAccess: { token: string | undefined; is_behind_proxy: boolean };
  logLevel: string;
}

const DEFAULT_PORT = 8080;

/** Which variable an option of the command line stands for. */
const optionOf = {
  PORT: 'port',
  HOST: 'host',
  DATA_DIR: 'data-dir',
  ROLES: 'roles',
} as const satisfies Partial<Record<VariableName, keyof Options>>;

/** The variables of the process, and of the file `.env` in the current folder, which do not override them. */
export function readEnvironment(): NodeJS.ProcessEnv {
  if (existsSync('.env'))
    try {
      process.loadEnvFile('.env');
    } catch (cause) {
      throw new StartupError(
        `${resolve('.env')} cannot be read. Make sure that it is a file, not a folder, and that the account that runs Tickets may read it.`,
        { cause },
      );
    }
  return process.env;
}

/** Throws one StartupError with everything that is wrong. */
export function readConfig(environment: NodeJS.ProcessEnv, options: Options): Config {
  const { config, problems } = examineConfig(environment, options);
  requireRight(problems);
  return config;
}

export function requireRight(problems: readonly string[]): void {
  if (!problems.length) return;
  throw new StartupError(
    `The configuration is not right yet:\n${problems.map((line) => `  - ${line}`).join('\n')}`,
  );
}

/** What is configured, with the usual values where something is wrong, and what that is. */
export function examineConfig(
  environment: NodeJS.ProcessEnv,
  options: Options,
): { config: Config; problems: string[] } {
  const problems: string[] = [];
  const values = readValues(environment, options, problems);
  // One that is given and cannot be read is a problem of its own, and not missing.
  const isMissing: IsMissing = (name) =>
    !values[name] && !environment[name]?.trim() && !environment[`${name}_FILE`]?.trim();
  const simPort = options['sim-port'];
  const parsedSimPort = simPort === undefined ? undefined : variables.PORT.schema.safeParse(simPort);
  if (parsedSimPort?.success === false) problems.push('--sim-port must be a port number');
  const discord = discordOf(values, isMissing, problems);
  const clockAheadMs = clockAheadOf(options, { isSimulated: !values.DISCORD_TOKEN }, problems);
  if (isMissing('DISCORD_TOKEN') && values.DISCORD_CLIENT_SECRET) {
    problems.push(
      'DISCORD_CLIENT_SECRET is set, but DISCORD_TOKEN is not. Set both, or neither to simulate Discord',
    );
  }
  if (values.BACKUP_TO?.startsWith('s3:') && isMissing('S3_BUCKET'))
    problems.push('BACKUP_TO names a bucket, but S3_BUCKET is not set. Set it, or give a folder');
  const config: Config = {
    discord,
    databaseUrl: values.DATABASE_URL,
    dataDir: resolve(values.DATA_DIR),
    host: values.HOST,
    port: values.PORT ?? DEFAULT_PORT,
    portMayMove: values.PORT === undefined,
    simPort: parsedSimPort?.data,
    publicUrl: values.PUBLIC_URL,
    dashboardUrl: values.DASHBOARD_URL,
    demo: !options['no-demo'],
    clockAheadMs,
    roles: new Set(values.ROLES),
    shards: shardsOf(options, problems),
    botConnections: values.BOT_CONNECTIONS_MAX,
    admins: new Set(values.ADMINS),
    operator: { name: values.OPERATOR_NAME || undefined, contact: values.OPERATOR_CONTACT },
    premium: values.PREMIUM ?? (discord ? 'everyone' : 'entitlements'),
    premiumSkus: values.PREMIUM_SKUS ?? [],
    jwtSecret: values.JWT_SECRET,
    sealingKeys: values.SECRET_KEYS,
    links: {
      invite: values.INVITE_URL,
      premium: values.PREMIUM_URL,
      docs: values.DOCS_URL,
      mainSite: values.MAIN_SITE_URL,
    },
    s3: bucketOf(values, isMissing, problems),
    backups: {
      to: values.BACKUP_TO,
      hour: values.BACKUP_AT,
      keepDays: values.BACKUP_KEEP,
      beforeUpgrade: values.BACKUP_BEFORE_UPGRADE,
    },
    importPublicKey: values.IMPORT_PUBLIC_KEY,
    trustedProxies: values.TRUSTED_PROXIES,
    trustedUrls: values.TRUSTED_URLS,
    connections: {
      ...(values.CONNECTIONS_MAX && { max: values.CONNECTIONS_MAX }),
      ...(values.CONNECTIONS_PER_ADDRESS_MAX && { each_max: values.CONNECTIONS_PER_ADDRESS_MAX }),
      ...(values.REQUESTS_PER_ADDRESS_MAX && { requests_each_max: values.REQUESTS_PER_ADDRESS_MAX }),
    },
    metricsAccess: {
      token: values.METRICS_TOKEN,
      // Encryption is a proxy's work.
      is_behind_proxy:
        values.ROLES.includes('api') &&
        (Boolean(values.PUBLIC_URL?.startsWith('https:')) ||
          ['127.0.0.1', '::1'].some(addressMatcher(values.TRUSTED_PROXIES))),
    },
    logLevel: values.LOG_LEVEL,
  };
  return { config, problems };
}

function readValues(variablesGiven: NodeJS.ProcessEnv, options: Options, problems: string[]): Values {
  const environment = { ...variablesGiven, ...secretsInFiles(variablesGiven, problems) };
  const values: Record<string, unknown> = {};
  for (const [name, { schema }] of Object.entries(variables)) {
    const option = name in optionOf ? optionOf[name as keyof typeof optionOf] : undefined;
    const given = option && options[option];
    // Tools that pass variables on make unset ones empty.
    const result = schema.safeParse(given ?? (environment[name]?.trim() || undefined));
    if (result.success) values[name] = result.data;
    else {
      const texts = new Set(result.error.issues.map((issue) => issue.message));
      for (const text of texts) problems.push(`${given === undefined ? name : `--${option}`} ${text}`);
      values[name] = schema.safeParse(undefined).data;
    }
  }
  return values as Values; // Each value was parsed by its variable's schema, or is its default.
}

/** The variables whose values lie in the files that `<name>_FILE` names. */
function secretsInFiles(environment: NodeJS.ProcessEnv, problems: string[]): NodeJS.ProcessEnv {
  const values: NodeJS.ProcessEnv = {};
  for (const name of Object.keys(variables))
    if (!namesInFiles.includes(name) && environment[`${name}_FILE`]?.trim())
      problems.push(
        `${name}_FILE is set, but ${name} is not read from a file. Set ${name} itself; only these are read from files: ${namesInFiles.join(', ')}`,
      );
  for (const name of namesInFiles) {
    const path = environment[`${name}_FILE`]?.trim();
    if (!path) continue;
    if (environment[name]?.trim()) {
      problems.push(`${name} and ${name}_FILE are both set. Set one of them`);
      continue;
    }
    try {
      // A pipe would be waited for until somebody writes into it.
      if (!statSync(path).isFile()) {
        problems.push(
          `${name}_FILE names ${path}, which is not a file. Name a file, or a symbolic link to one`,
        );
        continue;
      }
      values[name] = readFileSync(path, 'utf8');
      if (!values[name].trim()) problems.push(`${name}_FILE names an empty file, ${path}`);
    } catch (error) {
      problems.push(`${name}_FILE names a file that cannot be read: ${(error as Error).message}`);
    }
  }
  return values;
}

type IsMissing = (name: VariableName) => boolean;

function discordOf(values: Values, isMissing: IsMissing, problems: string[]): Config['discord'] {
  const { DISCORD_TOKEN: token, DISCORD_CLIENT_SECRET: client_secret } = values;
  if (!token) return undefined;
  const client_id = values.DISCORD_CLIENT_ID ?? botIdIn(token);
  if (isMissing('DISCORD_CLIENT_SECRET')) {
    problems.push(
      'DISCORD_CLIENT_SECRET is missing: people need it to sign in (developer portal, OAuth2, Client Secret)',
    );
  }
  if (!client_id && isMissing('DISCORD_CLIENT_ID'))
    problems.push('DISCORD_CLIENT_ID is missing, and DISCORD_TOKEN does not contain it');
  return {
    token,
    client_id: client_id ?? '',
    client_secret: client_secret ?? '',
    url: values.DISCORD_API_URL,
    web_url: values.DISCORD_WEB_URL,
    cdn_url: values.DISCORD_CDN_URL,
  };
}

function bucketOf(values: Values, isMissing: IsMissing, problems: string[]): Config['s3'] {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = values;
  if (!bucket) {
    if (isMissing('S3_BUCKET') && (id || secret))
      problems.push(
        'S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY is set, but S3_BUCKET is not. Set all three, or none to keep files in a folder',
      );
    return undefined;
  }
  if (isMissing('S3_ACCESS_KEY_ID'))
    problems.push('S3_ACCESS_KEY_ID is missing: without it the bucket cannot be used');
  if (isMissing('S3_SECRET_ACCESS_KEY'))
    problems.push('S3_SECRET_ACCESS_KEY is missing: without it the bucket cannot be used');
  return {
    bucket,
    region: values.S3_REGION,
    endpoint: values.S3_ENDPOINT,
    prefix: values.S3_PREFIX,
    access_key_id: id ?? '',
    secret_access_key: secret ?? '',
  };
}

function shardsOf({ shards: given }: Options, problems: string[]): Shards | undefined {
  if (given === undefined) return undefined;
  const shards = readShards(given);
  if (typeof shards !== 'string') return shards;
  problems.push(`--shards ${shards}`);
  return undefined;
}

/** In a real Discord, whose time nobody moves, messages would seem to come from the past. */
function clockAheadOf(
  { 'clock-ahead': minutes = '0' }: Options,
  { isSimulated }: { isSimulated: boolean },
  problems: string[],
): number {
  if (!/^\d{1,7}$/.test(minutes)) problems.push('--clock-ahead must be a whole number of minutes');
  else if (Number(minutes) > 0 && !isSimulated)
    problems.push('--clock-ahead is for the simulated Discord; leave it out, or DISCORD_TOKEN');
  return Number(minutes) * 60_000;
}

/** The first part of a token is the bot's id in base64, which is the application's too unless that is old. */
export function botIdIn(token: string): string | undefined {
  const id = Buffer.from(token.split('.')[0] ?? '', 'base64').toString('latin1');
  return /^\d{15,20}$/.test(id) ? id : undefined;
}
