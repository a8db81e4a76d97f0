import { limits } from '@tickets/contract/platform/limits';
import { Paperclip, SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../../components/ui/button.tsx';
import { TextArea } from '../../../components/ui/fields/text-area.tsx';
import { Kbd } from '../../../components/ui/kbd.tsx';
import { TOUCH, useMedia } from '../../../lib/page/use-media.ts';
import { FileChips, FileProblems } from '../reply/file-chips.tsx';
import { keepText, keptText } from '../reply/kept-text.ts';
import box from '../reply/reply-box.module.css';
import { offeredIn } from '../reply/reply-files.ts';
import type { useDraftFiles } from '../reply/use-draft-files.ts';

interface WriteBoxProps {
  server: string;
  draftKey: string;
  /** What was sent is written again: the cursor waits at its end. */
  isTakenUp: boolean;
  drafts: ReturnType<typeof useDraftFiles>;
  onSend: (content: string) => void;
}

/** In which a member writes. Enter sends, and Shift and Enter starts a new line; with fingers Enter starts a line. */
export function WriteBox({ server, draftKey, isTakenUp, drafts, onSend }: WriteBoxProps) {
  const t = useTranslations('my_tickets.view');
  const files = useTranslations('tickets.ticket.files');
  const tooLongText = useTranslations('tickets.ticket');
  const [text, setText] = useState(() => keptText(draftKey));
  const change = (next: string) => {
    setText(next);
    keepText(draftKey, next);
  };
  const area = useRef<HTMLTextAreaElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const attach = useRef<HTMLButtonElement>(null);
  const isTouch = useMedia(TOUCH);
  const hintId = useId();
  const problemsId = useId();
  const length = [...text].length;
  const limit = limits.message_content;
  const tooLong = length > limit;
  const isEmpty = text.trim() === '' && !drafts.files.length;
  const send = () => {
    if (tooLong || isEmpty) return;
    onSend(text);
    change('');
    area.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While a word is being composed (Japanese, Chinese), Enter ends the word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    if (isTouch && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className={box.reply}
      data-toasts-above=""
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {drafts.files.length ? (
        <FileChips files={drafts.files} onRemove={drafts.remove} onEmpty={() => attach.current?.focus()} />
      ) : null}
      {drafts.problems.length ? <FileProblems id={problemsId} problems={drafts.problems} /> : null}
      <div className={box.box}>
        <TextArea
          ref={area}
          className={box.text}
          rows={Math.min(Math.max(text.split('\n').length, 2), 8)}
          // Whoever takes words up again goes on writing.
          autoFocus={isTakenUp}
          value={text}
          onChange={change}
          aria-label={t('input')}
          aria-describedby={hintId}
          aria-invalid={tooLong || undefined}
          placeholder={t('placeholder', { server })}
          onPaste={(event) => {
            const offered = offeredIn(event.clipboardData);
            if (!offered.files.length || event.clipboardData.types.includes('text/plain')) return;
            event.preventDefault();
            drafts.add(offered);
          }}
          onKeyDown={onKeyDown}
        />
        <div className={box.under}>
          <input
            ref={chooser}
            type="file"
            multiple
            hidden
            aria-label={files('attach')}
            onChange={({ target }) => {
              drafts.add({ files: [...(target.files ?? [])] });
              // The same file can be chosen again after it was removed.
              target.value = '';
            }}
          />
          <IconButton
            ref={attach}
            size="small"
            label={files('attach')}
            aria-describedby={drafts.problems.length ? problemsId : undefined}
            onClick={() => chooser.current?.click()}
          >
            <Paperclip aria-hidden="true" />
          </IconButton>
          {tooLong ? (
            <p id={hintId} className={box.hint} data-wrong>
              {tooLongText('too_long', { limit, length })}
            </p>
          ) : (
            <p id={hintId} className={box.hint} data-keys>
              {t.rich('keys', { key: (name) => <Kbd>{name}</Kbd> })}
            </p>
          )}
          <IconButton
            type="submit"
            variant="primary"
            size="small"
            label={t('send')}
            disabled={tooLong || isEmpty}
          >
            <SendHorizontal aria-hidden="true" />
          </IconButton>
        </div>
      </div>
    </form>
  );
}
