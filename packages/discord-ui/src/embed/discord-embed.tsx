import { type CSSProperties, type ReactNode, useState } from 'react';
import { cx } from '../class-names.ts';
import { hexFromInt } from '../colour.ts';
import { EmojiText } from '../emoji/emoji-text.tsx';
import { useDiscordHost } from '../host.ts';
import { Picture } from '../pictures/picture.tsx';
import { safeUrl } from '../safe-url.ts';
import surface from '../surface.module.css';
import { DiscordMarkdown } from '../text/discord-markdown.tsx';
import { useDayTime } from '../text/use-day-time.ts';
import type { DiscordEmbed as Embed, MentionNames } from '../types.ts';
import styles from './embed.module.css';
import { placeFields } from './place-fields.ts';

export interface DiscordEmbedProps {
  embed: Embed;
  mentions?: MentionNames | undefined;
}

export function DiscordEmbed({ embed, mentions }: DiscordEmbedProps) {
  const { text: t } = useDiscordHost();
  switch (embed.type) {
    case 'sticker':
      return <Sticker embed={embed} />;
    case 'forward':
      return (
        <blockquote className={styles.forward}>
          <span className={styles.kind}>{t('forwarded')}</span>
          {embed.description ? <DiscordMarkdown text={embed.description} mentions={mentions} /> : null}
        </blockquote>
      );
    case 'image':
    case 'gifv':
      return <LinkedPicture embed={embed} />;
    case 'poll':
      return <Rich embed={embed} mentions={mentions} kind={t('poll')} />;
    default:
      return <Rich embed={embed} mentions={mentions} />;
  }
}

/** Undefined for what is no time: what is stored of others' messages may be anything. */
function timeOf(timestamp: string): Date | undefined {
  const time = new Date(timestamp);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

function Rich({ embed, mentions, kind }: DiscordEmbedProps & { kind?: string }) {
  const dayTime = useDayTime();
  const { author, footer, image, thumbnail } = embed;
  const bar =
    typeof embed.color === 'number' ? { borderInlineStartColor: hexFromInt(embed.color) } : undefined;
  const time = embed.timestamp ? timeOf(embed.timestamp) : undefined;
  return (
    <article className={cx(surface.raised, styles.embed)} style={bar} aria-label={embed.title ?? undefined}>
      <div className={styles.embedMain}>
        {kind ? <span className={styles.kind}>{kind}</span> : null}
        {author?.name ? (
          <div className={styles.embedAuthor}>
            <Icon of={author} className={styles.authorIcon} />
            <MaybeLink url={author.url}>
              <EmojiText text={author.name} />
            </MaybeLink>
          </div>
        ) : null}
        {embed.title ? (
          <div className={styles.embedTitle}>
            <MaybeLink url={embed.url}>
              <DiscordMarkdown text={embed.title} isTitle />
            </MaybeLink>
          </div>
        ) : null}
        {embed.description ? <DiscordMarkdown text={embed.description} mentions={mentions} /> : null}
        {embed.fields?.length ? (
          <div className={styles.fields}>
            {placeFields(embed.fields).map(({ field, from, to }, index) => (
              <div
                // biome-ignore lint/suspicious/noArrayIndexKey: fields have no identity but their place
                key={index}
                className={styles.field}
                data-inline={field.inline || undefined}
                style={{ '--from': from, '--to': to } as CSSProperties}
              >
                <div className={styles.fieldName}>
                  <DiscordMarkdown text={field.name} isTitle />
                </div>
                <DiscordMarkdown text={field.value} mentions={mentions} />
              </div>
            ))}
          </div>
        ) : null}
      </div>
      <Picture picture={thumbnail} className={styles.thumbnail} />
      <Picture picture={image} className={styles.image} />
      {footer?.text || time ? (
        <div className={styles.embedFooter}>
          <Icon of={footer} className={styles.footerIcon} />
          <span>
            <EmojiText text={[footer?.text, time && dayTime(time)].filter(Boolean).join(' • ')} />
          </span>
        </div>
      ) : null}
    </article>
  );
}

/** What Discord found behind an address that is a picture: nothing but that. */
function LinkedPicture({ embed: { image, thumbnail } }: { embed: Embed }) {
  return <Picture picture={thumbnail ?? image} className={styles.image} />;
}

/** The form in which stickers are drawn by a program, which we do not have. */
const LOTTIE = 3;

function Sticker({ embed: { title, sticker } }: { embed: Embed }) {
  const { text: t, stickerUrl } = useDiscordHost();
  const [failed, setFailed] = useState(false);
  const name = t('sticker', { name: title ?? '' });
  if (!sticker || sticker.format_type === LOTTIE || failed)
    return <span className={styles.kind}>{name}</span>;
  return (
    <img
      className={styles.sticker}
      src={stickerUrl(sticker)}
      alt={name}
      title={name}
      loading="lazy"
      onError={() => setFailed(true)}
    />
  );
}

interface IconProps {
  of: { icon_url?: string | null; proxy_icon_url?: string | null } | null | undefined;
  className: string | undefined;
}

function Icon({ of, className }: IconProps) {
  const picture = { url: of?.icon_url ?? null, proxy_url: of?.proxy_icon_url ?? null };
  return <Picture picture={picture} className={className} />;
}

function MaybeLink({ url, children }: { url: string | null | undefined; children: ReactNode }) {
  const href = safeUrl(url);
  if (!href) return children;
  return (
    <a className={styles.link} href={href} target="_blank" rel="noreferrer nofollow">
      {children}
    </a>
  );
}
