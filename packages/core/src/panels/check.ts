import { outlastingOfPanel } from '@tickets/contract/panels/outlasting';
import type { PanelInput } from '@tickets/contract/panels/panels';
import { namesOf } from '@tickets/contract/platform/fields';
import { type GateName, gates } from '@tickets/contract/premium/gates';
import { ChannelType } from 'discord-api-types/v10';
import { sql } from 'kysely';
import { type CheckContext, isCallerLetIn, outlastingProblems } from '../access/outlasting.ts';
import { isNewFooter } from '../embeds/footer.ts';
import type { Context } from '../platform/context.ts';
import { type Problem, refuse } from '../platform/problems.ts';
import { checkPanelQuota } from '../premium/panel-quota.ts';
import { openGates } from '../premium/tier.ts';
import { channelTypes } from '../servers/channels.ts';
import { ticketChannels } from '../servers/ticket-channels.ts';
import { holdsPrivateThreads } from '../settings/thread-channels.ts';
import { mergedContent, type PanelContent, standardContent } from './content.ts';
import { findEmoji } from './posted/emoji.ts';

/**
 * Checks what only the server itself can tell (its channels, roles, emojis, forms, teams and premium), and answers the
 * whole panel as it shall be. What was stored while the server had premium may stay.
 */
export async function checkPanel(
  ctx: CheckContext,
  guild_id: string,
  input: PanelInput,
  before?: PanelContent,
): Promise<PanelContent> {
  const found =
    before && keepsEmoji(input, before)
      ? { emoji: before }
      : await findEmoji(ctx, guild_id, input.emote ?? '');
  const problems: Problem[] = 'problem' in found ? [{ path: 'emote', code: found.problem }] : [];
  const { emoji_name, emoji_id } = 'emoji' in found ? found.emoji : { emoji_name: null, emoji_id: null };
  if (input.use_custom_emoji && 'emoji' in found && !emoji_name)
    problems.push({ path: 'emote', code: 'panel.emoji_missing_id' });
  const next = mergedContent(guild_id, input, { before, emoji: { emoji_name, emoji_id } });
  const known = await knownOf(ctx, guild_id, next);

  problems.unshift(...channelProblems(input, next, { before, known }));
  problems.push(...premiumProblems(next, { before, known }));
  for (const path of ['form_id', 'exit_survey_form_id'] as const) {
    const id = next[path];
    if (id !== null && !known.form_ids.has(id)) problems.push({ path, code: 'panel.form_not_found' });
  }
  for (const [index, id] of (input.teams ?? []).entries())
    if (!known.team_ids.has(id)) problems.push({ path: `teams.${index}`, code: 'panel.team_invalid' });
  const isMentionable = (mention: string) =>
    mention === 'user' || mention === 'here' || mention === guild_id || known.role_ids.has(mention);
  // A role that was deleted since leaves the mentions, and does not stand in the way of other changes.
  for (const [index, mention] of (input.mentions ?? []).entries())
    if (!isMentionable(mention) && !before?.mentions.includes(mention))
      problems.push({
        path: `mentions.${index}`,
        code: 'panel.mention_not_found',
        params: { role_id: mention },
      });
  if (input.access_control_list) problems.push(...ruleProblems(guild_id, next, { before, known }));
  if (isCallerLetIn(ctx)) problems.push(...letInProblems(guild_id, next, { before, known }));
  refuse(problems);
  return { ...next, mentions: next.mentions.filter(isMentionable) };
}

/** Checks what is about to be made. The quota is looked at once more where it is. */
export async function checkNewPanel(
  ctx: CheckContext,
  guild_id: string,
  input: PanelInput,
): Promise<PanelContent> {
  await checkPanelQuota(ctx, ctx.db, guild_id);
  return checkPanel(ctx, guild_id, input);
}

/** One that was deleted in Discord since is left out of messages, and stands in the way of no other change. */
function keepsEmoji({ emote }: PanelInput, before: PanelContent): boolean {
  return emote === undefined || (typeof emote === 'object' && emote.id === before.emoji_id);
}

interface Known {
  of_tickets: Set<string>;
  use_threads: boolean;
  types: Map<string, number>;
  role_ids: Set<string>;
  form_ids: Set<number>;
  team_ids: Set<number>;
  isOpen(gate: GateName): boolean;
}

/** What of all that a panel names is there in its server. */
async function knownOf(ctx: Context, guild_id: string, next: PanelContent): Promise<Known> {
  const channels = [next.channel_id, next.category_id, next.pending_category].filter((id) => id !== null);
  const roles = [
    ...next.access_control_list.map(({ role_id }) => role_id),
    ...next.mentions.filter((id) => /^\d+$/.test(id)),
  ];
  const forms = [next.form_id, next.exit_survey_form_id].filter((id) => id !== null);
  const [types, of_tickets, { rows }, isOpen] = await Promise.all([
    channelTypes(ctx, guild_id, channels),
    ticketChannels(ctx.db, guild_id, [next.channel_id]),
    sql<{ use_threads: boolean; role_ids: string[]; form_ids: number[]; team_ids: number[] }>`
      select
        coalesce((select use_threads from guild_settings where guild_id = ${guild_id}), false) as use_threads,
        array(select role_id::text from guild_roles
          where guild_id = ${guild_id} and role_id = any(${roles}::bigint[])) as role_ids,
        array(select form_id from forms
          where guild_id = ${guild_id} and form_id = any(${forms}::integer[])) as form_ids,
        array(select team_id from support_teams
          where guild_id = ${guild_id} and team_id = any(${next.teams}::integer[])) as team_ids`.execute(
      ctx.db,
    ),
    openGates(ctx, guild_id),
  ]);
  const [row] = rows;
  return {
    types,
    of_tickets,
    use_threads: row?.use_threads ?? false,
    role_ids: new Set(row?.role_ids),
    form_ids: new Set(row?.form_ids),
    team_ids: new Set(row?.team_ids),
    isOpen,
  };
}

interface Beside {
  before: PanelContent | undefined;
  known: Known;
}

function channelProblems(
  input: PanelInput,
  { channel_id, category_id, pending_category }: PanelContent,
  { before, known }: Beside,
): Problem[] {
  const problems: Problem[] = [];
  const isCategory = (id: string) => known.types.get(id) === ChannelType.GuildCategory;
  const type = known.types.get(channel_id);
  if (!before || input.channel_id !== undefined) {
    if (type !== ChannelType.GuildText && type !== ChannelType.GuildAnnouncement)
      problems.push({ path: 'channel_id', code: 'panel.channel_not_found' });
    else if (known.of_tickets.has(channel_id))
      problems.push({ path: 'channel_id', code: 'channel.is_ticket' });
    else if (known.use_threads && !holdsPrivateThreads(type))
      problems.push({ path: 'channel_id', code: 'panel.thread_channel_required' });
  }
  if (input.category_id && category_id && !isCategory(category_id))
    problems.push({ path: 'category_id', code: 'panel.category_invalid' });
  // Without premium none can be chosen, and one that is kept may be gone meanwhile.
  if (
    known.isOpen('waiting_category') &&
    input.pending_category &&
    pending_category &&
    !isCategory(pending_category)
  )
    problems.push({ path: 'pending_category', code: 'panel.pending_category_invalid' });
  return problems;
}

function premiumProblems(next: PanelContent, { before, known }: Beside): Problem[] {
  const footer = next.welcome_message?.footer;
  const wants = {
    waiting_category: {
      path: 'pending_category',
      isNew: next.pending_category && next.pending_category !== before?.pending_category,
    },
    exit_survey: {
      path: 'exit_survey_form_id',
      isNew: next.exit_survey_form_id && next.exit_survey_form_id !== before?.exit_survey_form_id,
    },
    footer: {
      path: 'welcome_message.footer.text',
      isNew: footer && isNewFooter(footer, before?.welcome_message?.footer),
    },
  };
  return namesOf(wants).flatMap((gate) =>
    wants[gate].isNew && !known.isOpen(gate) ? [{ path: wants[gate].path, code: gates[gate].refused }] : [],
  );
}

/** What differs from the panel as it is, or from one that says nothing of this, and would outlast an override. */
function letInProblems(guild_id: string, next: PanelContent, { before, known }: Beside): Problem[] {
  const judged = ({ channel_id, ...rest }: PanelContent) => ({
    ...rest,
    ...(known.use_threads && { channel_id }),
  });
  return outlastingProblems(outlastingOfPanel, judged(before ?? standardContent(guild_id)), judged(next));
}

/** A role that was deleted since stays in the list, and does not stand in the way of other changes. */
function ruleProblems(
  guild_id: string,
  { access_control_list: rules }: PanelContent,
  { before, known }: Beside,
): Problem[] {
  const stored = new Set(before?.access_control_list.map(({ role_id }) => role_id));
  const problems: Problem[] = rules.flatMap(({ role_id }, index) =>
    role_id === guild_id || known.role_ids.has(role_id) || stored.has(role_id)
      ? []
      : [
          {
            path: `access_control_list.${index}.role_id`,
            code: 'panel.access_role_not_found',
            params: { role_id },
          },
        ],
  );
  if (!rules.some(({ role_id }) => role_id === guild_id))
    problems.push({ path: 'access_control_list', code: 'panel.access_everyone_missing' });
  return problems;
}
