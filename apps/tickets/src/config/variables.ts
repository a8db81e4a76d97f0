import { isNetwork } from '@tickets/core/platform/net/network';
import { publicKeyOf } from '@tickets/core/transfer/signed-zip/signatures';
import { z } from 'zod';

/** An environment variable: what it is for, in the words of `.env.example`, and what it may hold. */
interface Variable {
  help: string;
  /** Shown in `.env.example`, switched off. */
  example: string;
  schema: z.ZodType<unknown, string | undefined>;
  /** Can also be read from the file that `<name>_FILE` names, as container platforms mount secrets. */
  inFile?: true;
}

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be at most 65535');

const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an address like https://tickets.example.com' })
  .transform((value) => value.replace(/\/+$/, ''));

const origin = webAddress.refine(
  (value) => new URL(value).pathname === '/',
  'must be an address without a path',
);

const count = z
  .string()
  .regex(/^[1-9]\d{0,6}$/, 'must be a whole number above 0')
  .transform(Number);

const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

/** Below which everything may be fetched. */
const urls = list.pipe(z.array(webAddress.transform((address) => new URL(address).href.replace(/\/+$/, ''))));

const proxies = list.pipe(
  z.array(
    z.string().refine(isNetwork, {
      error: ({ input }) => `names ${input}, which is no address and no network such as 10.0.0.0/8`,
    }),
  ),
);

const backupPlace = z
  .string()
  .refine(
    (value) => !value.startsWith('s3:') || /^s3:[\w.-]+(\/[\w.-]+)*$/.test(value),
    'must be a folder, or s3: and a prefix of letters, digits, dots, dashes and underscores',
  );

const tiers = { premium: 0, whitelabel: 1 } as const;

/** Things that Discord sells: `<sku id>:<tier>:<label>`. */
const skus = list
  .pipe(
    z.array(
      z
        .string()
        .regex(
          /^\d{15,20}:(premium|whitelabel):[^:]{1,100}$/,
          'must be like 1234567890123456789:premium:Premium, separated by commas; the second part is premium or whitelabel',
        )
        .transform((line) => {
          const [sku_id = '', tier, label = ''] = line.split(':');
          return { sku_id, tier: tiers[tier as keyof typeof tiers], label: label.trim() }; // the pattern allows no other
        }),
    ),
  )
  .refine((all) => new Set(all.map(({ sku_id }) => sku_id)).size === all.length, 'names a SKU twice');

const secret = z.string().min(32, 'must have at least 32 characters; make one with: openssl rand -hex 32');

export const allRoles = ['api', 'bot', 'jobs'] as const;
export type Role = (typeof allRoles)[number];

export const rolesSchema = list
  .pipe(z.array(z.enum(allRoles, { error: `must be some of ${allRoles.join(', ')}, separated by commas` })))
  .refine((roles) => roles.length > 0, 'must name at least one role');

/** Every variable that the program knows. `.env.example` is made from this table. */
export const variables = {
  DISCORD_TOKEN: {
    help: "Token of the bot (Discord's developer portal, Bot). Without it the program simulates Discord.",
    example: '',
    schema: z
      .string()
      .regex(
        /^[\w-]{18,}\.[\w-]{4,}\.[\w-]{20,}$/,
        'does not look like a bot token; copy it again from the developer portal',
      )
      .optional(),
    inFile: true,
  },
  DISCORD_CLIENT_SECRET: {
    help: 'Secret of the application (developer portal, OAuth2), for signing in to the dashboard.',
    example: '',
    schema: z.string().min(16, 'is too short to be a client secret').optional(),
    inFile: true,
  },
  DISCORD_CLIENT_ID: {
    help: "The application's id. Normally unset, because Discord tells it.",
    example: '',
    schema: z
      .string()
      .regex(/^\d{15,20}$/, 'must be the number that the developer portal calls application id')
      .optional(),
  },
  PUBLIC_URL: {
    help: 'The address at which browsers reach the program, with a dot in its host, because Discord takes no links to others. Register <PUBLIC_URL>/callback as redirect in the developer portal.',
    example: 'https://tickets.example.com',
    schema: origin.optional(),
  },
  DASHBOARD_URL: {
    help: 'The address of the dashboard, if it is served from another place than PUBLIC_URL.',
    example: 'https://dashboard.example.com',
    schema: origin.optional(),
  },
  HOST: {
    help: 'Network address to listen on; 0.0.0.0 for all.',
    example: '127.0.0.1',
    schema: z.string().regex(/\S/, 'must be an address').default('127.0.0.1'),
  },
  PORT: {
    help: 'Port to listen on; the program does not start where it is taken. Unset: 8080, or the next free one after it.',
    example: '8080',
    schema: port.optional(),
  },
  DATA_DIR: {
    help: 'Folder for the embedded database, attachments, generated secrets and logs.',
    example: '.data',
    schema: z.string().regex(/\S/, 'must name a folder').default('.data'),
  },
  DATABASE_URL: {
    help: 'A PostgreSQL server (15 or newer) to use in place of the embedded one.',
    example: 'postgresql://tickets:password@localhost:5432/tickets',
    schema: z
      .url({
        protocol: /^postgres(ql)?$/,
        error: 'must be an address like postgresql://user:password@host:5432/name',
      })
      .optional(),
    inFile: true,
  },
  JWT_SECRET: {
    help: 'Signs sessions and links to files. Unset: one is generated and kept in DATA_DIR. Processes that share a database must share it.',
    example: '',
    schema: secret.optional(),
    inFile: true,
  },
  SECRET_KEYS: {
    help: 'Seals tokens in the database. To change it, put a new one first and keep the old ones (new,old), restart, and run: npm run tickets -- rotate-key. Unset: generated and kept in DATA_DIR.',
    example: '',
    schema: list.pipe(z.array(secret).min(1, 'must name at least one key')).optional(),
    inFile: true,
  },
  ADMINS: {
    help: 'Discord ids of the people who administer this installation, separated by commas. It opens the admin area, and no server.',
    example: '123456789012345678',
    schema: list
      .pipe(
        z.array(
          z.string().regex(/^\d{15,20}$/, 'must hold Discord ids (15 to 20 digits), separated by commas'),
        ),
      )
      .default([]),
  },
  OPERATOR_NAME: {
    help: 'Who runs this installation and answers for its data; stands in the privacy policy and the terms.',
    example: '',
    schema: z.string().trim().max(100, 'must have at most 100 characters').optional(),
  },
  OPERATOR_CONTACT: {
    help: 'How to reach them, for example with a request about data: an email address or a web address.',
    example: 'privacy@example.com',
    schema: z
      .union([z.email(), webAddress], { error: 'must be an email address or a web address' })
      .optional(),
  },
  PREMIUM: {
    help: 'everyone: all servers have premium. entitlements: only those that were granted it (npm run tickets -- premium grant).',
    example: 'everyone',
    schema: z.enum(['everyone', 'entitlements'], { error: 'must be everyone or entitlements' }).optional(),
  },
  PREMIUM_SKUS: {
    help: "What is sold in Discord's store and what it gives: <sku id>:<premium or whitelabel>:<label>, several with commas between them. Only with PREMIUM=entitlements.",
    example: '',
    schema: skus.optional(),
  },
  INVITE_URL: {
    help: 'Where to add the bot to a server. Unset: made from the application id.',
    example: '',
    schema: webAddress.optional(),
  },
  PREMIUM_URL: {
    help: 'Where premium is sold, if it is.',
    example: '',
    schema: webAddress.optional(),
  },
  DOCS_URL: {
    help: 'Where the documentation is. Unset: the guide that comes with the program.',
    example: '',
    schema: webAddress.optional(),
  },
  MAIN_SITE_URL: {
    help: 'Where "main site" links lead. Unset: the welcome page of the dashboard.',
    example: '',
    schema: webAddress.optional(),
  },
  IMPORT_PUBLIC_KEY: {
    help: 'Ed25519 key (32 bytes in hexadecimal or base64) by which archives of another product have to be signed. Unset: the owner of the server confirms each.',
    example: '<64 hexadecimal digits>',
    schema: z
      .string()
      .refine(
        (value) => publicKeyOf(value) !== undefined,
        'must be the 32 bytes of an Ed25519 key, in hexadecimal or base64',
      )
      .optional(),
  },
  S3_BUCKET: {
    help: 'A bucket for what members attach and for downloads, in place of a folder in DATA_DIR. Everything in it is read by the program alone.',
    example: 'tickets-files',
    schema: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
      .optional(),
  },
  S3_REGION: {
    help: 'Where the bucket is.',
    example: 'eu-central-1',
    schema: z
      .string()
      .regex(/^[a-z0-9-]{2,40}$/, 'must be a region such as eu-central-1')
      .default('us-east-1'),
  },
  S3_ENDPOINT: {
    help: "Address of a service that speaks as Amazon S3 does. Unset: Amazon's own.",
    example: 'https://s3.example.com',
    schema: origin.optional(),
  },
  S3_ACCESS_KEY_ID: {
    help: 'Who the program is there.',
    example: '',
    schema: z.string().min(1).optional(),
    inFile: true,
  },
  S3_SECRET_ACCESS_KEY: {
    help: 'Its secret.',
    example: '',
    schema: z.string().min(1).optional(),
    inFile: true,
  },
  S3_PREFIX: {
    help: 'Stands before the name of each file in the bucket.',
    example: 'tickets/',
    schema: z
      .string()
      .regex(/^[\w./-]{1,200}$/, 'may have letters, digits, dots, dashes, underscores and slashes')
      .optional(),
  },
  BACKUP_TO: {
    help: 'Where a backup of everything is made every night: a folder, best on another disk, or s3:PREFIX in the bucket of S3_BUCKET. Unset: none is made.',
    example: '/mnt/backups/tickets',
    schema: backupPlace.optional(),
  },
  BACKUP_AT: {
    help: 'The hour of the day, in UTC, from which on it is made.',
    example: '3',
    schema: z
      .string()
      .regex(/^([01]?\d|2[0-3])$/, 'must be an hour from 0 to 23')
      .transform(Number)
      .default(3),
  },
  BACKUP_KEEP: {
    help: 'For how many days such backups are kept. The newest one always is.',
    example: '14',
    schema: count.default(14),
  },
  BACKUP_BEFORE_UPGRADE: {
    help: 'on: before a newer program changes the database a backup is made, in BACKUP_TO or in DATA_DIR. off: none is.',
    example: 'on',
    schema: z
      .enum(['on', 'off'], { error: 'must be on or off' })
      .transform((value) => value === 'on')
      .default(true),
  },
  TRUSTED_PROXIES: {
    help: 'Addresses or networks of the proxies in front of the program, separated by commas; their X-Forwarded-For is believed.',
    example: '10.0.0.0/8',
    schema: proxies.default([]),
  },
  TRUSTED_URLS: {
    help: 'Addresses, separated by commas, that integrations and their pictures may be fetched from although they are not public: services of your own.',
    example: 'http://game-server.internal:3000',
    schema: urls.default([]),
  },
  CONNECTIONS_MAX: {
    help: 'How many connections one process takes at once, live sockets included. Unset: what its limit on open files leaves room for, at most 16000.',
    example: '16000',
    schema: count.optional(),
  },
  CONNECTIONS_PER_ADDRESS_MAX: {
    help: 'How many of them may come from one address. Proxies in TRUSTED_PROXIES may have any number.',
    example: '256',
    schema: count.optional(),
  },
  REQUESTS_PER_ADDRESS_MAX: {
    help: 'How many requests in a second may come from one address; for a moment twice as many. Proxies in TRUSTED_PROXIES may send any number.',
    example: '500',
    schema: count.optional(),
  },
  BOT_CONNECTIONS_MAX: {
    help: "How many connections to Discord's gateway this process carries: shards of the bot, and users' own bots.",
    example: '1000',
    schema: count.optional(),
  },
  ROLES: {
    help: `What this process does: ${allRoles.join(', ')}, separated by commas. All of it when unset.`,
    example: allRoles.join(','),
    schema: rolesSchema.default([...allRoles]),
  },
  METRICS_TOKEN: {
    help: 'Lets Prometheus read /metrics, which sends it as "Authorization: Bearer <token>". Unset: only this machine may read it, and nobody where a proxy stands in front of the program.',
    example: '',
    schema: z
      .string()
      .regex(/^[\x21-\x7e]{16,200}$/, 'must have 16 to 200 characters without spaces')
      .optional(),
    inFile: true,
  },
  LOG_LEVEL: {
    help: 'How much is logged: trace, debug, info, warn, error or silent.',
    example: 'info',
    schema: z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
        error: 'must be trace, debug, info, warn, error or silent',
      })
      .default('info'),
  },
  DISCORD_API_URL: {
    help: "Base address of Discord's API for the program's own calls, for a proxy or a test; normally Discord's own.",
    example: 'https://discord.com',
    schema: origin.default('https://discord.com'),
  },
  DISCORD_WEB_URL: {
    help: "Base address of Discord's pages to which browsers are sent, to sign in and to add the bot; normally Discord's own.",
    example: 'https://discord.com',
    schema: origin.default('https://discord.com'),
  },
  DISCORD_CDN_URL: {
    help: "Base address of Discord's pictures and files; normally Discord's own.",
    example: 'https://cdn.discordapp.com',
    schema: origin.default('https://cdn.discordapp.com'),
  },
} as const satisfies Record<string, Variable>;

export type VariableName = keyof typeof variables;
export type Values = { [N in VariableName]: z.output<(typeof variables)[N]['schema']> };

export const namesInFiles = Object.entries<Variable>(variables)
  .filter(([, { inFile }]) => inFile)
  .map(([name]) => name);

/** The text of `.env.example`. */
export function envExample(): string {
  const entries = Object.entries(variables).map(
    ([name, { help, example }]) => `# ${help}\n# ${name}=${example}\n`,
  );
  const head =
    '# Copy this file to .env and remove the # before the lines you need. Nothing here is required to try Tickets.\n' +
    `# These can also be read from a file, whose path stands in the variable with _FILE behind its name: ${namesInFiles.join(', ')}.\n`;
  return [head, ...entries].join('\n');
}
