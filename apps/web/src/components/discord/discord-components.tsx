import { ChevronDown, ExternalLink, File } from 'lucide-react';
import { type CSSProperties, createContext, type ReactNode, useContext } from 'react';
import { useTranslations } from 'use-intl';
import { emojiUrl } from '../../lib/cdn.ts';
import { hexFromInt } from '../../lib/colour.ts';
import { EmojiPicture, EmojiText } from '../emoji/emoji-text.tsx';
import { cx } from '../ui/class-names.ts';
import styles from './discord.module.css';
import { DiscordMarkdown } from './discord-markdown.tsx';
import { safeUrl } from './safe-url.ts';
import type { DiscordComponent as Component, MentionNames } from './types.ts';

interface OneProps {
  component: Component;
  mentions?: MentionNames | undefined;
}

/**
 * Whether buttons and menus stand in a message that was sent, where a reader would expect them to work: they are drawn
 * as what cannot be pressed here. Previews show them as members will see them.
 */
export const InertComponents = createContext(false);

/** Buttons, selects and the newer layout pieces of a message. They are pictures here: nothing can be pressed. */
export function DiscordComponents({
  components,
  mentions,
}: {
  components: readonly Component[];
  mentions?: MentionNames | undefined;
}) {
  return components.map((component, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: components have no identity but their place
    <One key={index} component={component} mentions={mentions} />
  ));
}

function One({ component, mentions }: OneProps): ReactNode {
  const t = useTranslations('common.discord');
  switch (component.type) {
    case 1:
      return (
        <div className={styles.row}>
          <DiscordComponents components={component.components ?? []} mentions={mentions} />
        </div>
      );
    case 2:
      return <DiscordButton component={component} />;
    case 3:
      return <SelectBox component={component} fallback={t('string_select')} />;
    case 5:
      return <SelectBox component={component} fallback={t('user_select')} />;
    case 6:
      return <SelectBox component={component} fallback={t('role_select')} />;
    case 7:
      return <SelectBox component={component} fallback={t('mentionable_select')} />;
    case 8:
      return <SelectBox component={component} fallback={t('channel_select')} />;
    case 10:
      return <DiscordMarkdown text={component.content ?? ''} mentions={mentions} />;
    case 12:
      return <Gallery component={component} />;
    case 13:
      return <FileLink url={component.file?.url} name={component.name} />;
    case 14:
      return <hr className={cx(styles.separator, component.divider === false && styles.gap)} />;
    case 17:
      return (
        <div
          className={cx(styles.container, typeof component.accent_color === 'number' && styles.accented)}
          style={
            typeof component.accent_color === 'number'
              ? ({ '--accent-colour': hexFromInt(component.accent_color) } as CSSProperties)
              : undefined
          }
        >
          <DiscordComponents components={component.components ?? []} mentions={mentions} />
        </div>
      );
    default:
      return (
        <div className={styles.unknown}>
          {t('unknown_component')}
          <Carried component={component} mentions={mentions} />
        </div>
      );
  }
}

/** What an unknown piece carries (the texts of a section, the picture of a thumbnail), so that nothing is lost. */
function Carried({ component, mentions }: OneProps) {
  const picture = safeUrl(component.media?.url);
  return (
    <>
      {component.components ? (
        <DiscordComponents components={component.components} mentions={mentions} />
      ) : null}
      {component.accessory ? (
        <DiscordComponents components={[component.accessory]} mentions={mentions} />
      ) : null}
      {picture ? <img className={styles.thumbnail} src={picture} alt="" loading="lazy" /> : null}
    </>
  );
}

/** Styles: 1 blue, 2 grey, 3 green, 4 red, 5 link. */
export function DiscordButton({ component }: { component: Component }) {
  const isInert = useContext(InertComponents);
  const href = component.style === 5 ? safeUrl(component.url) : undefined;
  const className = cx(
    styles.button,
    styles[`style${component.style ?? 2}`],
    component.disabled && styles.off,
  );
  const content = (
    <>
      <ButtonEmoji emoji={component.emoji} />
      <EmojiText text={component.label ?? ''} />
    </>
  );
  if (isInert && !href) return <Inert className={styles.inertButton}>{content}</Inert>;
  if (component.disabled) {
    return (
      <button type="button" className={className} disabled>
        {content}
      </button>
    );
  }
  if (!href) return <span className={className}>{content}</span>;
  return (
    <a className={className} href={href} target="_blank" rel="noreferrer nofollow">
      {content}
      <ExternalLink size={14} aria-hidden="true" />
    </a>
  );
}

function Inert({ className, children }: { className: string | undefined; children: ReactNode }) {
  const t = useTranslations('common.discord');
  return (
    <span className={cx(styles.inert, className)} title={t('works_in_discord')}>
      {children}
      <span className="visually-hidden"> ({t('works_in_discord')})</span>
    </span>
  );
}

function ButtonEmoji({ emoji }: { emoji: Component['emoji'] }) {
  if (!emoji) return null;
  if (typeof emoji === 'string') return <EmojiPicture emoji={emoji} />;
  if (!emoji.id) return <EmojiPicture emoji={emoji.name ?? ''} />;
  return (
    <img
      className={styles.emoji}
      src={emojiUrl({ id: emoji.id, animated: emoji.animated ?? false })}
      alt={emoji.name ?? ''}
    />
  );
}

function SelectBox({ component, fallback }: { component: Component; fallback: string }) {
  const isInert = useContext(InertComponents);
  const chosen = component.options?.find((option) => option.default)?.label;
  const content = (
    <>
      <EmojiText text={chosen ?? component.placeholder ?? fallback} />
      <ChevronDown aria-hidden="true" />
    </>
  );
  return (
    <>
      {isInert ? (
        <Inert className={styles.inertSelect}>{content}</Inert>
      ) : (
        <span className={styles.select}>{content}</span>
      )}
      {component.open && component.options?.length ? (
        <ul className={styles.options}>
          {component.options.map((option, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: options have no identity but their place
            <li key={index} className={styles.option}>
              <ButtonEmoji emoji={option.emoji} />
              <span>
                <EmojiText text={option.label} />
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

function Gallery({ component }: { component: Component }) {
  return (
    <div className={styles.gallery}>
      {(component.items ?? []).map((item, index) => {
        const src = safeUrl(item.media?.url);
        // biome-ignore lint/suspicious/noArrayIndexKey: pictures have no identity but their place
        return src ? <img key={index} src={src} alt={item.description ?? ''} loading="lazy" /> : null;
      })}
    </div>
  );
}

function FileLink({ url, name }: { url: string | undefined; name: string | undefined }) {
  const href = safeUrl(url);
  const label = name ?? href?.split('/').at(-1)?.split('?')[0] ?? '';
  return (
    <a className={styles.file} href={href} target="_blank" rel="noreferrer nofollow">
      <File size={18} aria-hidden="true" />
      {label}
    </a>
  );
}
