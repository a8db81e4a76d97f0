import { embedLength, embedLimits } from '@tickets/contract/embeds/embed-limits';
import { use, useCallback, useLayoutEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { cx } from '../ui/class-names.ts';
import { ColourInput } from '../ui/fields/colour-input.tsx';
import { Field } from '../ui/fields/field.tsx';
import { FormContext } from '../ui/fields/form.tsx';
import { TextArea } from '../ui/fields/text-area.tsx';
import { TextInput } from '../ui/fields/text-input.tsx';
import styles from './editors.module.css';
import { FieldsGroup } from './embed-fields.tsx';
import type { ChangeEmbed } from './embed-form.ts';
import { type EmbedForm, embedPayload } from './embed-form.ts';
import { AuthorGroup, FooterGroup, ImagesGroup } from './embed-groups.tsx';
import { PlaceholderHelp } from './placeholder-help.tsx';

export interface EmbedEditorProps {
  value: EmbedForm;
  onChange: (value: EmbedForm) => void;
  /** Where the embed stands in what is sent, such as `welcome_message`. */
  name: string;
  /** Without premium the footer cannot be changed. */
  footerLocked: boolean;
  /** Whether the embed is sent into a ticket, where placeholders are filled. */
  placeholders?: boolean;
}

/** Everything that an embed can be made of. What most people need is at the top, the rest is folded. */
export function EmbedEditor({ value, onChange, name, footerLocked, placeholders = true }: EmbedEditorProps) {
  const t = useTranslations('editors');
  const errorOf = use(FormContext)?.errorOf;
  const description = useRef<HTMLTextAreaElement>(null);
  const change = useChange(value, onChange);
  const patch = (part: Partial<EmbedForm>) => change(() => part);

  return (
    <div className={styles.editor}>
      <Field label={t('embed.colour')} name={`${name}.colour`}>
        <ColourInput value={value.colour} onChange={(colour) => patch({ colour })} />
      </Field>
      <div className={styles.pair}>
        <Field label={t('embed.title')} name={`${name}.title`}>
          <TextInput value={value.title} onChange={(title) => patch({ title })} limit={embedLimits.title} />
        </Field>
        <Field label={t('optional', { label: t('embed.url') })} name={`${name}.url`}>
          <TextInput type="url" value={value.url} onChange={(url) => patch({ url })} placeholder="https://" />
        </Field>
      </div>
      <Field
        label={t('embed.description')}
        hint={t(placeholders ? 'embed.description_filled' : 'embed.description_hint')}
        // What is wrong with the embed as a whole is told where most of its text is.
        error={errorOf?.(`${name}.description`) ?? errorOf?.(name)}
      >
        <TextArea
          ref={description}
          value={value.description}
          onChange={(text) => patch({ description: text })}
          limit={embedLimits.description}
          actions={
            placeholders ? (
              <PlaceholderHelp target={description} onChange={(text) => patch({ description: text })} />
            ) : undefined
          }
        />
      </Field>
      <div className={styles.groups}>
        <AuthorGroup author={value.author} name={name} change={change} />
        <ImagesGroup
          image_url={value.image_url}
          thumbnail_url={value.thumbnail_url}
          name={name}
          change={change}
          avatar={placeholders}
        />
        <FooterGroup
          footer={value.footer}
          timestamp={value.timestamp}
          name={name}
          change={change}
          locked={footerLocked}
        />
        <FieldsGroup fields={value.fields} name={name} change={change} placeholders={placeholders} />
      </div>
      <Total value={value} />
    </div>
  );
}

/** How much of what Discord shows of one embed is used. */
function Total({ value }: { value: EmbedForm }) {
  const t = useTranslations('editors');
  const length = embedLength(embedPayload(value));
  return (
    <p className={cx(styles.total, length > embedLimits.total && styles.over)}>
      {t('embed.total', { length, limit: embedLimits.total })}
      <span> · {t('embed.total_hint')}</span>
    </p>
  );
}

/** A function that stays the same while the form changes, so that only what changed is drawn again. */
function useChange(value: EmbedForm, onChange: (value: EmbedForm) => void): ChangeEmbed {
  const latest = useRef({ value, onChange });
  useLayoutEffect(() => {
    latest.current = { value, onChange };
  });
  return useCallback((recipe) => {
    const { value: now, onChange: tell } = latest.current;
    const next = { ...now, ...recipe(now) };
    // Two changes of one moment build on each other.
    latest.current.value = next;
    tell(next);
  }, []);
}
