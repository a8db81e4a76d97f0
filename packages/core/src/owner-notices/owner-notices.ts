import { fillText } from '@tickets/contract/platform/errors';
import { ComponentType } from 'discord-api-types/v10';
import type { Tx } from '../platform/db/db.ts';
import { directChannel, directRetryAt, isTooManyNow } from '../platform/discord/direct-channel.ts';
import { takesNoMessages } from '../platform/discord/failures.ts';
import { linkButtons, linkLines } from '../platform/discord/links.ts';
import { nonceOf, postOnce } from '../platform/discord/own-messages.ts';
import { ofPeople } from '../platform/discord/served-server.ts';
import { type EffectKind, want } from '../platform/effects/effects.ts';
import { getGuild } from '../servers/guilds.ts';
import { noMentions, successEmbed, wordingOf } from '../wording/look.ts';

/** What the owner of a server hears of, because others may do it with all that is theirs. */
export type OwnerNotice =
  | { about: 'import'; by: string }
  /** What people changed whom a staff override let in, and nothing else. */
  | { about: 'override'; changes: number };

/** The dashboard's page that tells the rest. */
const pages = { import: 'import', override: 'staffoverride' } as const;

/** A direct message to the owner, once. An owner who takes none from the bot finds the same in the audit log. */
export const ownerNotices: EffectKind<OwnerNotice> = {
  name: 'owner.notice',
  lockOf: ({ guild_id, key }) => `owner.notice:${guild_id}:${key}`,
  async settle(ctx, { guild_id, key, wanted }) {
    const { owner_id, name: server } = await getGuild(ctx, guild_id);
    if (wanted.about === 'import' && wanted.by === owner_id) return undefined;
    const { look, t } = await wordingOf(ctx, guild_id);
    const said =
      wanted.about === 'import'
        ? fillText(t.owner.import, { user: `<@${wanted.by}>`, server })
        : fillText(t.owner.override, { count: wanted.changes, server });
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

/** To be called in the transaction of what the owner is to hear of. `key`: the same for what is heard of once. */
export const tellOwner = (
  tx: Tx,
  guild_id: string,
  { key, ...wanted }: OwnerNotice & { key: string },
): Promise<void> => want(tx, ownerNotices, { guild_id, key, wanted }, new Date());
