import { Shield, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { cx } from '../class-names.ts';
import { EmojiText } from '../emoji/emoji-text.tsx';
import { useDiscordHost } from '../host.ts';
import styles from './modal.module.css';

export interface ModalInput {
  key: string;
  label: string;
  placeholder: string | null;
  /** 1 short, 2 multi-line. */
  style: 1 | 2;
  required: boolean;
  max_length: number;
}

export interface ModalTexts {
  notice: string;
  /** Stands for the label of a question that has none yet. */
  unnamed: string;
  cancel: string;
  submit: string;
}

export interface ModalPictureProps {
  title: string;
  app: { name: string; avatarUrl?: string | undefined };
  inputs: readonly ModalInput[];
  texts: ModalTexts;
  /** The question that is being edited: drawn as focused, and brought into view. */
  activeKey?: string | undefined;
}

/** A form as Discord shows it to a member. It is a picture: nothing can be typed or pressed. */
export function ModalPicture({ title, app, inputs, texts, activeKey }: ModalPictureProps) {
  const { Avatar } = useDiscordHost();
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
    <div className={styles.modal}>
      <header className={styles.header}>
        <Avatar src={app.avatarUrl} name={app.name} size={24} />
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
          {texts.notice}
        </p>
        {inputs.map((input) => (
          <Question key={input.key} input={input} active={input.key === activeKey} unnamed={texts.unnamed} />
        ))}
      </div>
      <footer className={styles.footer}>
        <span className={cx(styles.button, styles.cancel)}>{texts.cancel}</span>
        <span className={cx(styles.button, styles.submit)}>{texts.submit}</span>
      </footer>
    </div>
  );
}

interface QuestionProps {
  input: ModalInput;
  active: boolean;
  unnamed: string;
}

function Question({ input, active, unnamed }: QuestionProps) {
  return (
    <div className={styles.question} data-active={active || undefined}>
      <p className={cx(styles.label, !input.label.trim() && styles.unnamed)}>
        <EmojiText text={input.label.trim() || unnamed} />
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
