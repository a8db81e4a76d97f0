import { fillText } from '@tickets/contract/platform/errors';
import { ComponentType } from 'discord-api-types/v10';
import type { Tx } from '../platform/db/db.ts';
import { directChannel, directRetryAt, isTooManyNow } from '../platform/discord/direct-channel.ts';
import { takesNoMessages } from '../platform/discord/failures.ts';
import { linkButtons, linkLines } from '../platform/discord/links.ts';
import { nonceOf, postOnce } from '../platform/discord/own-messages.ts';
import { ofPeople } from '../platform/discord/served-server.ts';
import { type EffectKind, want } from '../platform/effects/effects.ts';
import type { Texts } from '../platform/texts/shape.ts';
import { getGuild } from '../servers/guilds.ts';
import { noMentions, successEmbed, wordingOf } from '../wording/look.ts';

/** What the owner of a server hears of: what others may do with all that is theirs, and what nobody else would notice in time. */
export type OwnerNotice =
  | { about: 'import'; by: string }
  /** What people changed whom a staff override let in, and nothing else. */
  | { about: 'override'; changes: number }
  /** Files of tickets take most of the room that the server has for them. */
  | { about: 'storage' }
  /** Files were not kept. */
  | { about: 'storage_refused' };

/** The dashboard's page that tells the rest. */
const pages = {
  import: 'import',
  override: 'staffoverride',
  storage: 'transcripts',
  storage_refused: 'transcripts',
} as const;

/** A direct message to the owner, once. An owner who takes none from the bot finds what others did in the audit log. */
export const ownerNotices: EffectKind<OwnerNotice> = {
  name: 'owner.notice',
  lockOf: ({ guild_id, key }) => `owner.notice:${guild_id}:${key}`,
  async settle(ctx, { guild_id, key, wanted }) {
    const { owner_id, name: server } = await getGuild(ctx, guild_id);
    if (wanted.about === 'import' && wanted.by === owner_id) return undefined;
    const { look, t } = await wordingOf(ctx, guild_id);
    const said = wordsOf(wanted, t, server);
    const links = [
      { label: t.owner.open, url: `${ctx.config.dashboard_url}/manage/${guild_id}/${pages[wanted.about]}` },
    ];
    const buttons = linkButtons(links);
    const description = [said, ...linkLines(links)].join('\n');
    try {
      await ofPeople(async () =>
        postOnce(ctx, await directChannel(ctx, owner_id), nonceOf(guild_id, key), {
          embeds: [successEmbed(look, { title: t.owner[`${wanted.about}_title`], description })],
          components: buttons.length ? [{ type: ComponentType.ActionRow, components: buttons }] : [],
          allowed_mentions: noMentions,
        }),
      );
    } catch (error) {
      if (isTooManyNow(error)) return directRetryAt(ctx.clock.now());
      if (!takesNoMessages(error)) throw error;
      ctx.log.info({ guild_id }, 'the owner takes no messages');
    }
    return undefined;
  },
};

function wordsOf(notice: OwnerNotice, { owner }: Texts, server: string): string {
  if (notice.about === 'import') return fillText(owner.import, { user: `<@${notice.by}>`, server });
  if (notice.about === 'override') return fillText(owner.override, { count: notice.changes, server });
  return fillText(owner[notice.about], { server });
}

/** To be called in the transaction of what the owner is to hear of. `key`: the same for what is heard of once. */
export const tellOwner = (
  tx: Tx,
  guild_id: string,
  { key, ...wanted }: OwnerNotice & { key: string },
): Promise<void> => want(tx, ownerNotices, { guild_id, key, wanted }, new Date());
