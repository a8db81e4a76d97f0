import { sameJson } from '@tickets/contract/audit/changes';
import type { MultiPanelFields } from '@tickets/contract/panels/multi-panels';
import { multiPanelLimits } from '@tickets/contract/panels/panel-defaults';
import { gates } from '@tickets/contract/premium/gates';
import { ChannelType } from 'discord-api-types/v10';
import { type CheckContext, isCallerLetIn } from '../../access/outlasting.ts';
import { isNewFooter } from '../../embeds/footer.ts';
import type { Context } from '../../platform/context.ts';
import { type Problem, refuse } from '../../platform/problems.ts';
import { isOpen } from '../../premium/tier.ts';
import { channelTypes } from '../../servers/channels.ts';
import { ticketChannels } from '../../servers/ticket-channels.ts';
import { settingsFor } from '../../settings/read.ts';
import { holdsPrivateThreads } from '../../settings/thread-channels.ts';

/** Checks what only the server itself can tell: its channels, panels and premium. `before` is what a change changes. */
export async function checkMultiPanel(
  ctx: CheckContext,
  guild_id: string,
  values: MultiPanelFields,
  before?: MultiPanelFields,
): Promise<void> {
  const problems = await Promise.all([
    channelProblems(ctx, guild_id, values, before),
    panelProblems(ctx, guild_id, values, before),
    footerProblems(ctx, guild_id, values, before),
  ]);
  refuse(problems.flat());
}

async function channelProblems(
  ctx: CheckContext,
  guild_id: string,
  { channel_id }: MultiPanelFields,
  before: MultiPanelFields | undefined,
): Promise<Problem[]> {
  const type = (await channelTypes(ctx, guild_id, [channel_id])).get(channel_id);
  if (type !== ChannelType.GuildText && type !== ChannelType.GuildAnnouncement)
    return [{ path: 'channel_id', code: 'multi_panel.channel_not_found' }];
  const isTicket = (await ticketChannels(ctx.db, guild_id, [channel_id])).has(channel_id);
  if (isTicket) return [{ path: 'channel_id', code: 'channel.is_ticket' }];
  if (!(await settingsFor(ctx, guild_id)).use_threads) return [];
  if (!holdsPrivateThreads(type)) return [{ path: 'channel_id', code: 'panel.thread_channel_required' }];
  // As with panels, threads of tickets are in the channel of the message.
  return isCallerLetIn(ctx) && channel_id !== before?.channel_id
    ? [{ path: 'channel_id', code: 'override.not_by_bot_staff' }]
    : [];
}

async function panelProblems(
  ctx: Context,
  guild_id: string,
  { panels, select_menu }: MultiPanelFields,
  before: MultiPanelFields | undefined,
): Promise<Problem[]> {
  // One that lost panels, because they were deleted, may be changed otherwise.
  if (panels.length < multiPanelLimits.min && !sameJson(panels, before?.panels))
    return [{ path: 'panels', code: 'multi_panel.too_few' }];
  if (!panels.length) return [];
  const rows = await ctx.db
    .selectFrom('panels')
    .where('guild_id', '=', guild_id)
    .where('panel_id', 'in', panels)
    .select(['panel_id', 'title', 'button_label'])
    .execute();
  const known = new Map(rows.map((row) => [row.panel_id, row]));
  return panels.flatMap((panel_id, index): Problem[] => {
    const path = `panels.${index}`;
    const panel = known.get(panel_id);
    if (!panel) return [{ path, code: 'multi_panel.panel_invalid' }];
    if (!select_menu || panel.button_label.trim()) return [];
    return [{ path, code: 'multi_panel.label_missing', params: { title: panel.title } }];
  });
}

async function footerProblems(
  ctx: Context,
  guild_id: string,
  { embed }: MultiPanelFields,
  before: MultiPanelFields | undefined,
): Promise<Problem[]> {
  if (!isNewFooter(embed.footer, before?.embed.footer) || (await isOpen(ctx, guild_id, 'footer'))) return [];
  return [{ path: 'embed.footer.text', code: gates.footer.refused }];
}
