import { limits } from '@tickets/contract/limits';
import { Paperclip, SendHorizontal } from 'lucide-react';
import { type ClipboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../components/ui/button.tsx';
import { TextArea } from '../../components/ui/text-area.tsx';
import { appConfig } from '../../lib/config.ts';
import { useMedia } from '../../lib/use-media.ts';
import { FileChips, FileProblems } from './file-chips.tsx';
import { keepText, keptText } from './kept-text.ts';
import { type Offered, offeredIn } from './reply-files.ts';
import styles from './tickets.module.css';
import type { useDraftFiles } from './use-draft-files.ts';

interface ReplyBoxProps {
  /** Undefined until it is known. */
  premium: boolean | undefined;
  closed: boolean;
  /** Who alone may write, having claimed the ticket. */
  holder: string | null;
  name: string;
  /** Under which what is being written is kept, until it is sent. */
  draftKey: string;
  /** What was sent is written anew: the cursor waits at its end. */
  isTakenUp: boolean;
  drafts: ReturnType<typeof useDraftFiles>;
  onSend: (content: string) => void;
  /** At the end of the line under the box. */
  actions?: ReactNode;
}

/** Fingers: the keyboard is on the screen, has no Shift to hold, and stands beside a button that sends. */
const TOUCH = '(pointer: coarse)';

/**
 * Enter sends, Shift and Enter starts a new line, Escape leaves the box to the keys of the page. On a phone Enter starts
 * a line.
 */
export function ReplyBox({
  premium,
  closed,
  holder,
  name,
  draftKey,
  isTakenUp,
  drafts,
  onSend,
  actions,
}: ReplyBoxProps) {
  const t = useTranslations('tickets.ticket');
  const [text, setText] = useState(() => keptText(draftKey));
  const change = (next: string) => {
    setText(next);
    keepText(draftKey, next);
  };
  const { files, problems } = drafts;
  const chooser = useRef<HTMLInputElement>(null);
  const attachButton = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!isTakenUp || !box.current) return;
    box.current.focus();
    box.current.setSelectionRange(box.current.value.length, box.current.value.length);
  }, [isTakenUp]);
  const isTouch = useMedia(TOUCH);
  const hintId = useId();
  const problemsId = useId();
  const length = [...text].length;
  const tooLong = length > limits.message_content;
  const isOff = !premium || closed || holder !== null;
  const isEmpty = text.trim() === '' && !files.length;

  const placeholder = () => {
    if (premium === false) return t('premium_required');
    return holder === null ? t('placeholder', { name: `#${name}` }) : t('held', { name: holder });
  };
  const send = () => {
    if (isOff || tooLong || isEmpty) return;
    onSend(text);
    change('');
    // The button, which may have been pressed, has nothing to send now.
    box.current?.focus();
  };
  const paste = (event: ClipboardEvent) => {
    const offered: Offered = offeredIn(event.clipboardData);
    // What is copied from a table or a page brings a picture of itself beside its text.
    if (isOff || !offered.files.length || event.clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    drafts.add(offered);
  };

  return (
    <form
      className={styles.reply}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {files.length ? (
        <FileChips files={files} onRemove={drafts.remove} onEmpty={() => attachButton.current?.focus()} />
      ) : null}
      <p className="visually-hidden" role="status">
        {files.length ? t('files.attached', { count: files.length }) : null}
      </p>
      {problems.length ? <FileProblems id={problemsId} problems={problems} /> : null}
      <div className={styles.replyRow}>
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          aria-label={t('files.attach')}
          disabled={isOff}
          onChange={({ target }) => {
            drafts.add({ files: [...(target.files ?? [])] });
            // The same file can be chosen again after it was removed.
            target.value = '';
          }}
        />
        <IconButton
          ref={attachButton}
          label={t('files.attach')}
          aria-describedby={problems.length ? problemsId : undefined}
          disabled={isOff}
          onClick={() => chooser.current?.click()}
        >
          <Paperclip aria-hidden="true" />
        </IconButton>
        <TextArea
          ref={box}
          className={styles.replyText}
          // The text about premium takes two lines where there is little room.
          rows={premium === false ? 2 : 1}
          value={text}
          onChange={change}
          disabled={!premium || (holder !== null && text === '')}
          // Who was writing keeps the focus, and can copy what stands there.
          readOnly={closed || holder !== null}
          aria-label={t('input')}
          aria-describedby={hintId}
          aria-invalid={tooLong || undefined}
          placeholder={placeholder()}
          onPaste={paste}
          onKeyDown={(event) => {
            // While a word is being composed (Japanese, Chinese), Enter and Escape end the word.
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Escape') event.currentTarget.blur();
            if (event.key !== 'Enter' || event.shiftKey) return;
            if (isTouch && !event.ctrlKey && !event.metaKey) return;
            event.preventDefault();
            send();
          }}
        />
        <IconButton type="submit" variant="primary" label={t('send')} disabled={isOff || tooLong || isEmpty}>
          <SendHorizontal aria-hidden="true" />
        </IconButton>
      </div>
      <div className={styles.replyUnder}>
        <ReplyHint id={hintId} premium={premium} closed={closed} holder={holder} length={length} />
        {actions}
      </div>
    </form>
  );
}

interface ReplyHintProps {
  id: string;
  premium: boolean | undefined;
  closed: boolean;
  holder: string | null;
  length: number;
}

/** How to send, or why that cannot be. */
function ReplyHint({ id, premium, closed, holder, length }: ReplyHintProps) {
  const t = useTranslations('tickets.ticket');
  const limit = limits.message_content;
  if (closed)
    return (
      <p id={id} className={styles.replyHint}>
        {t('closed_to_replies')}
      </p>
    );
  if (premium === false)
    return (
      <p id={id} className={styles.replyHint}>
        {length ? `${t('premium_required')} ` : null}
        <a href={appConfig().premium_url} target="_blank" rel="noreferrer">
          {t('get_premium')}
        </a>
      </p>
    );
  if (holder !== null)
    return (
      <p id={id} className={styles.replyHint}>
        {t('held_to_replies', { name: holder })}
      </p>
    );
  if (length > limit)
    return (
      <p id={id} className={styles.replyHint} data-wrong>
        {t('too_long', { limit, length })}
      </p>
    );
  return (
    <p id={id} className={styles.replyHint} data-keys>
      {t('keys')}
    </p>
  );
}
