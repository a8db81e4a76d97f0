/** A process that does one piece of work, so that it can be killed in the middle of it: a job, or what somebody changes. */

import { systemClock } from '@tickets/core/platform/clock';
import type { Context } from '@tickets/core/platform/context';
import { createSealer } from '@tickets/core/platform/crypto/seal';
import { createDb, createPool } from '@tickets/core/platform/db/db';
import { oneBot } from '@tickets/core/platform/discord/bots';
import { createDiscord } from '@tickets/core/platform/discord/discord';
import { memoryEvents } from '@tickets/core/platform/events/events';
import { diskStorage } from '@tickets/core/platform/storage/storage';
import { updateSettings } from '@tickets/core/settings/save';
import { makeExport } from '@tickets/core/transfer/export/make-export';
import { workOnServer } from '@tickets/core/transfer/import/work';
import { pino } from 'pino';
import { callAs } from '../data/access.ts';

const [what, id = '', url = '', folder = '', user_id = ''] = process.argv.slice(2);
const discord = createDiscord({ url: 'http://127.0.0.1:1', token: 'none.none.none', application_id: '1' });
const nowhere = 'http://dashboard.test';
const ctx: Context = {
  db: createDb(createPool(url, { max: 4 })),
  discord,
  bots: oneBot(discord),
  clock: systemClock,
  events: memoryEvents(),
  storage: diskStorage(folder),
  sealer: createSealer(['a test seals with this and nothing else']),
  log: pino({ level: 'silent' }),
  ownBotCommands: async () => [],
  config: {
    premium: 'everyone',
    premium_skus: [],
    admins: new Set(),
    oauth: { url: nowhere, web_url: nowhere, client_id: '1', client_secret: '', redirect_uri: nowhere },
    token_secret: 'a test signs with this and nothing else',
    dashboard_url: nowhere,
    api_url: nowhere,
    cdn_url: nowhere,
    trusted_bases: [],
    links: { invite: nowhere, premium: nowhere, docs: nowhere },
    attachments: { file_bytes_max: 1024 * 1024, guild_bytes_max: 1024 * 1024 * 1024 },
  },
};
console.log('at work');
if (what === 'import') await workOnServer(ctx, { guild_id: id });
else if (what === 'export') await makeExport(ctx, { export_id: id });
else await updateSettings(await callAs({ ctx, guild_id: id }, user_id), id, { ticket_limit: 7 });
console.log('done');
process.exit(0);
