import { Shield, X } from 'lucide-react';
import { useContext, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { EmojiText } from '../emoji/emoji-text.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { cx } from '../ui/class-names.ts';
import { BotFaceContext } from './bot-face.ts';
import styles from './discord-modal.module.css';
import { DiscordSurface } from './discord-surface.tsx';

export interface DiscordModalInput {
  key: string;
  label: string;
  placeholder: string | null;
  /** 1 short, 2 multi-line. */
  style: 1 | 2;
  required: boolean;
  max_length: number;
}

export interface DiscordModalProps {
  title: string;
  inputs: readonly DiscordModalInput[];
  /** The question that is being edited: drawn as focused, and brought into view. */
  activeKey?: string | undefined;
  /** Forces one of Discord's themes. */
  theme?: 'light' | 'dark';
}

/** A form as Discord shows it to a member. It is a picture: nothing can be typed or pressed. */
export function DiscordModal({ title, inputs, activeKey, theme }: DiscordModalProps) {
  const t = useTranslations('forms.modal');
  const common = useTranslations('common.discord');
  const { name, avatarUrl } = useContext(BotFaceContext) ?? { name: common('bot_name') };
  const body = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const box = body.current;
    const active = box?.querySelector<HTMLElement>('[data-active]');
    if (!box || !active) return;
    // Only the picture scrolls, never the page that one is writing in.
    const top = active.offsetTop - box.offsetTop;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + active.offsetHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = top + active.offsetHeight - box.clientHeight;
  });

  return (
    <figure className={styles.figure} aria-label={common('preview')}>
      <DiscordSurface {...(theme ? { theme } : {})} className={styles.stage}>
        <div className={styles.modal}>
          <header className={styles.header}>
            <Avatar src={avatarUrl} name={name} size={24} />
            <p className={styles.title}>
              <EmojiText text={title} />
            </p>
            <X className={styles.close} aria-hidden="true" />
          </header>
          {/* biome-ignore lint/a11y/useSemanticElements: a picture of fields, not a group of them */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
          <div ref={body} className={styles.body} tabIndex={0} role="group" aria-label={title}>
            <p className={styles.notice}>
              <Shield aria-hidden="true" />
              {t('notice', { app: name })}
            </p>
            {inputs.map((input) => (
              <Question key={input.key} input={input} active={input.key === activeKey} />
            ))}
          </div>
          <footer className={styles.footer}>
            <span className={cx(styles.button, styles.cancel)}>{t('cancel')}</span>
            <span className={cx(styles.button, styles.submit)}>{t('submit')}</span>
          </footer>
        </div>
      </DiscordSurface>
    </figure>
  );
}

function Question({ input, active }: { input: DiscordModalInput; active: boolean }) {
  const t = useTranslations('forms.modal');
  return (
    <div className={styles.question} data-active={active || undefined}>
      <p className={cx(styles.label, !input.label.trim() && styles.unnamed)}>
        <EmojiText text={input.label.trim() || t('unnamed')} />
        {input.required ? (
          <span className={styles.required} aria-hidden="true">
            *
          </span>
        ) : null}
      </p>
      <div className={cx(styles.box, input.style === 2 && styles.area)}>
        <span className={styles.placeholder}>{input.placeholder}</span>
        {input.style === 2 ? <span className={styles.counter}>{input.max_length}</span> : null}
      </div>
    </div>
  );
}
