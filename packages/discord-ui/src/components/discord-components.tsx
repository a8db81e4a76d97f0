import { File } from 'lucide-react';
import { type CSSProperties, type ReactNode, useContext } from 'react';
import { cx } from '../class-names.ts';
import { hexFromInt } from '../colour.ts';
import { useDiscordHost } from '../host.ts';
import { Picture } from '../pictures/picture.tsx';
import { safeUrl } from '../safe-url.ts';
import surface from '../surface.module.css';
import { DiscordMarkdown } from '../text/discord-markdown.tsx';
import type { DiscordComponent as Component, MentionNames } from '../types.ts';
import { type ComponentProps, ComponentUseContext } from './component-use.ts';
import styles from './components.module.css';
import { DiscordButton } from './discord-button.tsx';
import { SelectPicture } from './select-picture.tsx';

interface ManyProps {
  components: readonly Component[];
  mentions?: MentionNames | undefined;
}

/** Buttons, menus and the newer layout pieces of a message. What they do is said by ComponentUseContext. */
export function DiscordComponents({ components, mentions }: ManyProps) {
  return components.map((component, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: components have no identity but their place
    <One key={index} component={component} mentions={mentions} />
  ));
}

const selects = {
  3: 'string_select',
  5: 'user_select',
  6: 'role_select',
  7: 'mentionable_select',
  8: 'channel_select',
} as const;

const isSelectType = (type: number | undefined): type is keyof typeof selects =>
  type !== undefined && type in selects;

function One({ component, mentions }: ComponentProps): ReactNode {
  const use = useContext(ComponentUseContext);
  const { text } = useDiscordHost();
  const Drawer = typeof use === 'object' ? use[component.type ?? 0] : undefined;
  if (Drawer) return <Drawer component={component} mentions={mentions} />;
  if (isSelectType(component.type))
    return <SelectPicture component={component} fallback={text(selects[component.type])} />;
  switch (component.type) {
    case 1:
      return (
        <div className={styles.row}>
          <DiscordComponents components={component.components ?? []} mentions={mentions} />
        </div>
      );
    case 2:
      return <DiscordButton component={component} />;
    case 10:
      return <DiscordMarkdown text={component.content ?? ''} mentions={mentions} />;
    case 12:
      return <Gallery component={component} />;
    case 13:
      return <FileLink url={component.file?.url} name={component.name} />;
    case 14:
      return (
        <hr
          className={cx(
            styles.separator,
            component.divider === false && styles.gap,
            component.spacing === 2 && styles.wide,
          )}
        />
      );
    case 17:
      return <Container component={component} mentions={mentions} />;
    default:
      return (
        <div className={styles.unknown}>
          {text('unknown_component')}
          <Carried component={component} mentions={mentions} />
        </div>
      );
  }
}

function Container({ component, mentions }: ComponentProps) {
  const accent = component.accent_color;
  const isAccented = typeof accent === 'number';
  return (
    <div
      className={cx(surface.raised, styles.container, isAccented && styles.accented)}
      style={isAccented ? ({ '--accent-colour': hexFromInt(accent) } as CSSProperties) : undefined}
    >
      <DiscordComponents components={component.components ?? []} mentions={mentions} />
    </div>
  );
}

/** What an unknown piece carries (the texts of a section, the picture of a thumbnail), so that nothing is lost. */
function Carried({ component, mentions }: ComponentProps) {
  const { text } = useDiscordHost();
  return (
    <>
      {component.components ? (
        <DiscordComponents components={component.components} mentions={mentions} />
      ) : null}
      {component.accessory ? (
        <DiscordComponents components={[component.accessory]} mentions={mentions} />
      ) : null}
      <Picture
        picture={component.media}
        className={styles.thumbnail}
        alt={component.description || text('image_alt', { name: fileName(component.media?.url) })}
      />
    </>
  );
}

/** The last part of an address. */
const fileName = (url = '') => url.split(/[?#]/)[0]?.split('/').at(-1) ?? '';

function Gallery({ component }: { component: Component }) {
  const { text } = useDiscordHost();
  return (
    <div className={styles.gallery}>
      {(component.items ?? []).map((item, index) => {
        const alt = item.description || text('image_alt', { name: fileName(item.media?.url) });
        // biome-ignore lint/suspicious/noArrayIndexKey: pictures have no identity but their place
        return <Picture key={index} picture={item.media} alt={alt} />;
      })}
    </div>
  );
}

function FileLink({ url, name }: { url: string | undefined; name: string | undefined }) {
  const href = safeUrl(url);
  const label = name ?? (href ? fileName(href) : '');
  return (
    <a className={styles.file} href={href} target="_blank" rel="noreferrer nofollow">
      <File size={18} aria-hidden="true" />
      {label}
    </a>
  );
}
