import { limits } from '@tickets/contract/platform/limits';
import { Paperclip, SendHorizontal } from 'lucide-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../../components/ui/button.tsx';
import { TextArea } from '../../../components/ui/fields/text-area.tsx';
import { Kbd } from '../../../components/ui/kbd.tsx';
import { ignoreRestOfWord } from '../../../lib/keys/shortcuts.ts';
import { useShortcut } from '../../../lib/keys/use-shortcut.ts';
import { TOUCH, useMedia } from '../../../lib/page/use-media.ts';
import { FileChips, FileProblems } from './file-chips.tsx';
import { keepText, keptText } from './kept-text.ts';
import styles from './reply-box.module.css';
import { type Offered, offeredIn } from './reply-files.ts';
import { ReplyHint } from './reply-hint.tsx';
import type { useDraftFiles } from './use-draft-files.ts';
import { useTagSlash } from './use-tag-slash.ts';

interface ReplyBoxProps {
  guildId: string;
  /** Undefined until it is known. */
  premium: boolean | undefined;
  closed: boolean;
  /** False for the opener of a ticket that is another team's, too. */
  mayWrite: boolean;
  /** Who alone may write, having claimed the ticket. */
  holder: string | null;
  /** Who opened the ticket. */
  opener: string;
  /** Under which what is being written is kept, until it is sent. */
  draftKey: string;
  /** What was sent is written again: the cursor waits at its end. */
  isTakenUp: boolean;
  drafts: ReturnType<typeof useDraftFiles>;
  /** `isLast`: the ticket is to be closed after it. */
  onSend: (content: string, how: { isLast: boolean }) => void;
  onSendTag: (id: string) => void;
  /** Under the box, beside the files. */
  actions?: ReactNode;
}

/** Lines that a browser which does not grow the box by itself shows. */
const LINES = { least: 3, most: 9 };

/**
 * R leads here, also while nobody may write, so that what is typed on reaches no other key. Enter sends, Ctrl and Enter closes the ticket after that, Shift and Enter starts a new line, a slash offers
 * tags, Escape leaves the box to the keys of the page. On a phone Enter starts a line, and Ctrl and Enter only sends.
 */
export function ReplyBox(props: ReplyBoxProps) {
  const { guildId, premium, closed, mayWrite, holder, opener, draftKey, isTakenUp, drafts } = props;
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
  const isOff = !premium || closed || !mayWrite;
  const isEmpty = text.trim() === '' && !files.length;
  const tags = useTagSlash({
    guildId,
    box,
    text,
    onChange: change,
    onSendTag: props.onSendTag,
    enabled: !isOff,
  });
  const premiumLink = useRef<HTMLAnchorElement>(null);
  useShortcut('r', ({ timeStamp }) => {
    if (premium) box.current?.focus();
    else {
      premiumLink.current?.focus();
      ignoreRestOfWord(timeStamp);
    }
  });

  const placeholder = () => {
    if (premium === false) return t('premium_required');
    if (holder !== null) return t('held', { name: holder });
    return mayWrite ? t('placeholder', { name: opener }) : t('own');
  };
  const send = (isLast = false) => {
    if (isOff || tooLong || isEmpty) return;
    props.onSend(text, { isLast });
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
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While a word is being composed (Japanese, Chinese), Enter and Escape end the word.
    if (event.nativeEvent.isComposing || tags.takeKey(event)) return;
    if (event.key === 'Escape') event.currentTarget.blur();
    if (event.key !== 'Enter' || event.shiftKey) return;
    const withCtrl = event.ctrlKey || event.metaKey;
    if (isTouch && !withCtrl) return;
    event.preventDefault();
    send(withCtrl && !isTouch);
  };

  return (
    <form
      className={styles.reply}
      data-toasts-above=""
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
      <div className={styles.box} data-off={isOff || undefined}>
        {tags.list}
        <TextArea
          ref={box}
          className={styles.text}
          rows={Math.min(Math.max(text.split('\n').length, LINES.least), LINES.most)}
          value={text}
          onChange={change}
          disabled={!premium}
          // Anyone who was writing keeps the focus, and can copy what stands there.
          readOnly={closed || !mayWrite}
          aria-label={t('input')}
          aria-describedby={hintId}
          aria-invalid={tooLong || undefined}
          aria-keyshortcuts={isOff ? undefined : 'R'}
          {...tags.boxProps}
          placeholder={placeholder()}
          onPaste={paste}
          onSelect={(event) => tags.followCursor(event.currentTarget)}
          onKeyDown={onKeyDown}
        />
        {isOff ? null : (
          <span className={styles.boxKey} aria-hidden="true">
            <Kbd>R</Kbd>
          </span>
        )}
        <div className={styles.under}>
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
            size="small"
            label={t('files.attach')}
            aria-describedby={problems.length ? problemsId : undefined}
            disabled={isOff}
            onClick={() => chooser.current?.click()}
          >
            <Paperclip aria-hidden="true" />
          </IconButton>
          {props.actions}
          <ReplyHint
            id={hintId}
            premiumLink={premiumLink}
            premium={premium}
            closed={closed}
            mayWrite={mayWrite}
            holder={holder}
            length={length}
          />
          <IconButton
            type="submit"
            variant="primary"
            size="small"
            label={t('send')}
            disabled={isOff || tooLong || isEmpty}
          >
            <SendHorizontal aria-hidden="true" />
          </IconButton>
        </div>
      </div>
    </form>
  );
}
