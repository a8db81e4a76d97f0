import { limits } from '@tickets/contract/limits';
import { SendHorizontal } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../components/ui/button.tsx';
import { TextArea } from '../../components/ui/text-area.tsx';
import { appConfig } from '../../lib/config.ts';
import styles from './tickets.module.css';

interface ReplyBoxProps {
  /** Undefined until it is known. */
  premium: boolean | undefined;
  disabled: boolean;
  name: string;
  /** Under which what is being written is kept, until it is sent. */
  draftKey: string;
  onSend: (content: string) => void;
  /** At the end of the line under the box. */
  actions?: ReactNode;
}

/** Enter sends, Shift and Enter starts a new line. */
export function ReplyBox({ premium, disabled, name, draftKey, onSend, actions }: ReplyBoxProps) {
  const t = useTranslations('tickets.ticket');
  const [text, setText] = useState(() => sessionStorage.getItem(draftKey) ?? '');
  const change = (next: string) => {
    setText(next);
    if (next) sessionStorage.setItem(draftKey, next);
    else sessionStorage.removeItem(draftKey);
  };
  const hintId = useId();
  const length = [...text].length;
  const tooLong = length > limits.message_content;
  const isOff = !premium || disabled;

  const send = () => {
    if (isOff || tooLong || text.trim() === '') return;
    onSend(text);
    change('');
  };

  return (
    <form
      className={styles.reply}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className={styles.replyRow}>
        <TextArea
          className={styles.replyText}
          // The text about premium takes two lines where there is little room.
          rows={premium === false ? 2 : 1}
          value={text}
          onChange={change}
          disabled={isOff}
          aria-label={t('input')}
          aria-describedby={hintId}
          aria-invalid={tooLong || undefined}
          placeholder={premium === false ? t('premium_required') : t('placeholder', { name: `#${name}` })}
          onKeyDown={(event) => {
            // While a word is being composed (Japanese, Chinese), Enter ends the word.
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            send();
          }}
        />
        <IconButton
          type="submit"
          variant="primary"
          label={t('send')}
          disabled={isOff || tooLong || text.trim() === ''}
        >
          <SendHorizontal aria-hidden="true" />
        </IconButton>
      </div>
      <div className={styles.replyUnder}>
        <p id={hintId} className={styles.replyHint} data-wrong={tooLong || undefined}>
          {premium === false ? (
            <a href={appConfig().premium_url} target="_blank" rel="noreferrer">
              {t('get_premium')}
            </a>
          ) : tooLong ? (
            t('too_long', { limit: limits.message_content, length })
          ) : (
            t('keys')
          )}
        </p>
        {actions}
      </div>
    </form>
  );
}
