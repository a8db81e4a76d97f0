import type { PanelInput } from '@tickets/contract/panels/panels';
import { requiredPermissions } from '@tickets/core/platform/discord/bot-permissions';
import { grantPremium } from '@tickets/core/premium/grants';
import type { SimChannel, SimMessage } from '@tickets/discord-sim/world/entities';
import { ChannelType } from 'discord-api-types/v10';
import { buildSession } from '../data/factories.ts';
import { skipSilences } from '../database/client-options.ts';
import { type SimParts, startTestApp, type TestApp } from './app.ts';

/** A server that an administrator makes panels in, over HTTP. */
export interface PanelDesk {
  guild_id: string;
  /** Of the owner. */
  token: string;
  lobby: string;
  news: string;
  voice: string;
  category: string;
  role: string;
  emoji: { name: string; id: string };
  /** A panel as a script may send it: whatever. */
  create(body: unknown): Promise<Sent>;
  update(panel_id: number, body: unknown): Promise<Sent>;
  /** Another channel, known to the bot. */
  addChannel(overrides?: Partial<SimChannel>): Promise<string>;
  messagesIn(channel_id: string): SimMessage[];
}

export interface Sent {
  status: number;
  code: string | undefined;
  error: string | undefined;
  /** Texts by the path of their field. */
  fields: Record<string, string>;
  panel_id: number;
}

export interface PanelWorld extends AsyncDisposable {
  app: TestApp & SimParts;
  bot_id: string;
  addDesk(options?: { premium?: boolean }): Promise<PanelDesk>;
}

/** The API and the bot on one simulated Discord, in which premium has to be granted. */
export async function startPanelWorld(): Promise<PanelWorld> {
  const app = await startTestApp({ sim: true, config: { premium: 'entitlements' } });
  const { ctx, sim } = app;
  const { world } = sim;
  const bot_id = app.application.bot_user_id;
  skipSilences();
  await app.startBot();

  const known = async (table: 'guilds' | 'guild_channels', column: 'guild_id' | 'channel_id', id: string) => {
    const deadline = Date.now() + 10_000;
    while (Date.now() < deadline) {
      const row = await ctx.db
        .selectFrom(table)
        .where(ctx.db.dynamic.ref(column), '=', id)
        .select('guild_id')
        .executeTakeFirst();
      if (row) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`the bot did not hear of ${column} ${id}`);
  };

  return {
    app,
    bot_id,
    async addDesk({ premium = false } = {}) {
      const owner_id = world.addUser({}).id;
      const guild_id = world.addGuild({ owner_id }).id;
      const role = world.addRole({ guild_id, name: 'Baker' }).id;
      const bot_role = world.addRole({
        guild_id,
        permissions: requiredPermissions,
        managed: true,
        tags: { bot_id },
      });
      const channel = (type: number) => world.addChannel({ guild_id, type, name: 'a-channel' }).id;
      const [lobby, news, voice, category] = [
        channel(ChannelType.GuildText),
        channel(ChannelType.GuildAnnouncement),
        channel(ChannelType.GuildVoice),
        channel(ChannelType.GuildCategory),
      ] as const;
      const { id, name } = world.addEmoji({ guild_id, name: 'bread' });
      // The bot comes last, and hears of all the rest at once.
      world.addMember({ guild_id, user_id: bot_id, roles: [bot_role.id] });
      await known('guilds', 'guild_id', guild_id);
      if (premium) await grantPremium(ctx, { guild_id }, { tier: 0 });
      const token = await buildSession(ctx, owner_id);
      const sent = (answer: {
        status: number;
        error: { code: string; error: string; fields?: Field[] };
      }) => ({
        status: answer.status,
        code: answer.error.code,
        error: answer.error.error,
        fields: Object.fromEntries((answer.error.fields ?? []).map(({ path, message }) => [path, message])),
      });
      return {
        guild_id,
        token,
        lobby,
        news,
        voice,
        category,
        role,
        emoji: { id, name },
        async create(body) {
          const input = { params: { guild_id }, token, body: body as PanelInput };
          const answer = await app.call('panels.create', input);
          return { ...sent(answer), panel_id: answer.body.panel_id };
        },
        async update(panel_id, body) {
          const input = { params: { guild_id, panel_id }, token, body: body as PanelInput };
          return { ...sent(await app.call('panels.update', input)), panel_id };
        },
        async addChannel(overrides = {}) {
          const { id: made } = world.addChannel({ guild_id, name: 'a-channel', ...overrides });
          await known('guild_channels', 'channel_id', made);
          return made;
        },
        messagesIn: (channel_id) => world.messages.in('channel', channel_id),
      };
    },
    [Symbol.asyncDispose]: () => app.close(),
  };
}

type Field = { path: string; message: string };
