import { X } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { cx } from '../class-names.ts';
import { EmojiText } from '../emoji/emoji-text.tsx';
import { useDiscordHost } from '../host.ts';
import type { Choice } from '../live/choices.tsx';
import { Dots } from '../live/dots.tsx';
import type { DiscordComponent, MentionNames } from '../types.ts';
import { type FormValues, initialFormValues } from './form-values.ts';
import styles from './modal.module.css';
import { FormField } from './modal-field.tsx';
import { useDialog } from './use-dialog.ts';

export interface ModalFormProps {
  title: string;
  app: { name: string; avatarUrl?: string | undefined };
  components: readonly DiscordComponent[];
  mentions?: MentionNames | undefined;
  /** What a menu offers. */
  choicesOf: (component: DiscordComponent) => readonly Choice[];
  isBusy: boolean;
  problem: string | null;
  onSubmit: (values: FormValues) => void;
  onClose: () => void;
}

/** The form that an application has opened, to be filled in. */
export function ModalForm(props: ModalFormProps) {
  const { title, app, components, mentions, choicesOf, isBusy, problem, onSubmit, onClose } = props;
  const { Avatar } = useDiscordHost();
  const [values, setValues] = useState(() => initialFormValues(components));
  const { dialog, titleId } = useDialog(onClose);
  const noticeId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) onSubmit(values);
  };
  return (
    <dialog {...dialog} className={styles.dialog} aria-describedby={noticeId}>
      <form className={styles.modal} onSubmit={submit}>
        <header className={styles.header}>
          <Avatar src={app.avatarUrl} name={app.name} size={24} />
          <h2 className={styles.title} id={titleId}>
            <EmojiText text={title} />
          </h2>
          <button type="button" className={styles.closer} aria-label="Close" title="Close" onClick={onClose}>
            <X aria-hidden="true" />
          </button>
        </header>
        <div className={styles.body} data-scrolls>
          <p className={styles.notice} id={noticeId}>
            <span>
              This form will be submitted to <b>{app.name}</b>. Do not share passwords or other sensitive
              information.
            </span>
          </p>
          {problem ? (
            <p className={styles.problem} role="alert">
              {problem}
            </p>
          ) : null}
          {components.map((component, index) => (
            <FormField
              // biome-ignore lint/suspicious/noArrayIndexKey: the fields of a form stay in their places
              key={index}
              component={component}
              values={values}
              mentions={mentions}
              choicesOf={choicesOf}
              onChange={(id, value) => setValues((before) => ({ ...before, [id]: value }))}
            />
          ))}
        </div>
        <footer className={styles.footer}>
          <button type="button" className={cx(styles.button, styles.cancel)} onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className={cx(styles.button, styles.submit)} aria-busy={isBusy || undefined}>
            Submit
            {isBusy ? <Dots /> : null}
          </button>
        </footer>
      </form>
    </dialog>
  );
}
