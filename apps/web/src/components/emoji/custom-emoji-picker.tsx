import type { Emoji } from '@tickets/contract/servers/guild';
import { ChevronsUpDown, ImageOff } from 'lucide-react';
import { lazy } from 'react';
import { useTranslations } from 'use-intl';
import { emojiUrl } from '../../lib/discord/cdn.ts';
import { loadMessages } from '../../lib/page/messages.ts';
import box from '../ui/choosing/combobox.module.css';
import { cx } from '../ui/class-names.ts';
import { Field, useControl } from '../ui/fields/field.tsx';
import inputs from '../ui/fields/input.module.css';
import { LatePopup } from '../ui/overlays/late-popup.tsx';
import styles from './emoji-field.module.css';
import { ServerPicture } from './server-picture.tsx';

export interface CustomEmoji {
  id: string;
  name: string;
}

export interface CustomEmojiPickerProps {
  value: CustomEmoji | null;
  onChange: (value: CustomEmoji) => void;
  /** The server's emojis; undefined while they are on their way. */
  emojis: readonly Emoji[] | undefined;
  /** The path of the value in the request body, for the problems of a form. */
  name?: string;
  /** Without one it stands in a Field of its own. */
  label?: string;
  disabled?: boolean;
}

const fetchPanel = async () => {
  const [module] = await Promise.all([import('./custom-emoji-panel.tsx'), loadMessages('emoji')]);
  return { default: module.CustomEmojiPanel };
};
const CustomEmojiPanel = lazy(fetchPanel);

/** One of the server's own emojis. */
export function CustomEmojiPicker({ label, ...rest }: CustomEmojiPickerProps) {
  if (label === undefined) return <CustomEmojiControl {...rest} />;
  return (
    <Field label={label} name={rest.name} disabled={rest.disabled}>
      <CustomEmojiControl {...rest} />
    </Field>
  );
}

function CustomEmojiControl(props: Omit<CustomEmojiPickerProps, 'label'>) {
  const { value, onChange, emojis, name } = props;
  const t = useTranslations('editors.emoji');
  const control = useControl({ disabled: props.disabled }, value?.id ?? null);
  const trigger = (
    <button
      type="button"
      {...control}
      name={name}
      role="combobox"
      aria-haspopup="dialog"
      aria-expanded={false}
      className={cx(inputs.input, box.trigger)}
    >
      <Chosen value={value} emojis={emojis} />
      <ChevronsUpDown className={box.chevron} aria-hidden="true" />
    </button>
  );
  return (
    <div className={styles.field} title={value ? undefined : t('choose')}>
      <LatePopup opener={trigger} fetchPopup={fetchPanel}>
        <CustomEmojiPanel
          trigger={trigger}
          disabled={control.disabled}
          emojis={emojis ?? []}
          onPick={({ id, name }) => onChange({ id, name })}
        />
      </LatePopup>
    </div>
  );
}

function Chosen({ value, emojis }: Pick<CustomEmojiPickerProps, 'value' | 'emojis'>) {
  const t = useTranslations('editors.emoji');
  if (!value) return <span className={box.placeholder}>{t('choose')}</span>;
  const known = emojis?.find(({ id }) => id === value.id);
  if (emojis && !known) {
    return (
      <span className={cx(box.chosen, box.missing)}>
        <ImageOff className={cx(styles.image, styles.small)} aria-hidden="true" />
        <span className={box.label}>{t('gone', { name: value.name })}</span>
      </span>
    );
  }
  return (
    <span className={box.chosen}>
      <ServerPicture url={emojiUrl(known ?? value)} name={value.name} small />
      <span className={box.label}>:{known?.name ?? value.name}:</span>
    </span>
  );
}
