import { isGated } from '@tickets/contract/premium/gates';
import { tagLimits } from '@tickets/contract/tags/tag-limits';
import { type RefObject, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { EmbedEditor } from '../../components/editors/embed-editor.tsx';
import { PlaceholderHelp } from '../../components/editors/placeholder-help.tsx';
import { Field } from '../../components/ui/fields/field.tsx';
import { Switch } from '../../components/ui/fields/switch.tsx';
import { TextArea } from '../../components/ui/fields/text-area.tsx';
import { TextInput } from '../../components/ui/fields/text-input.tsx';
import { appConfig } from '../../lib/page/config.ts';
import { type TagForm, tagIdOf, withoutSlash } from './tag-form.ts';
import styles from './tags.module.css';

interface TagFieldsProps {
  form: TagForm;
  onChange: (part: Partial<TagForm>) => void;
  /** Undefined until it is known. */
  premium: boolean | undefined;
  idRef: RefObject<HTMLInputElement | null>;
}

export function TagFields({ form, onChange, premium, idRef }: TagFieldsProps) {
  const t = useTranslations('tags');
  const content = useRef<HTMLTextAreaElement>(null);
  const id = tagIdOf(form.id) || t('sample.id');
  return (
    <>
      <Field label={t('editor.id')} hint={t('editor.id_hint')} name="id" required>
        <TextInput
          ref={idRef}
          className={styles.idBox}
          value={form.id}
          onChange={(value) => onChange({ id: withoutSlash(value) })}
          limit={tagLimits.id}
          placeholder={t('sample.id')}
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field
        inline
        premium={isGated('use_guild_command')}
        label={t('editor.alias')}
        hint={
          premium === false ? (
            <>
              {t('editor.alias_locked')}{' '}
              <a href={appConfig().premium_url} target="_blank" rel="noreferrer">
                {t('editor.get_premium')}
              </a>
            </>
          ) : (
            t('editor.alias_hint', { id })
          )
        }
        name="use_guild_command"
        // One from when there was premium can still be turned off.
        disabled={!premium && !form.use_guild_command}
      >
        <Switch
          checked={form.use_guild_command}
          onChange={(use_guild_command) => onChange({ use_guild_command })}
        />
      </Field>
      <Field label={t('editor.content')} hint={t('editor.content_hint')} name="content">
        <TextArea
          ref={content}
          rows={6}
          value={form.content}
          onChange={(text) => onChange({ content: text })}
          limit={tagLimits.content}
          actions={
            <PlaceholderHelp
              target={content}
              onChange={(text) => onChange({ content: text })}
              of={t('editor.content_short')}
            />
          }
        />
      </Field>
      <Field inline label={t('editor.use_embed')} hint={t('editor.use_embed_hint')} name="use_embed">
        <Switch checked={form.use_embed} onChange={(use_embed) => onChange({ use_embed })} />
      </Field>
      {form.use_embed ? (
        <div className={styles.embed}>
          <EmbedEditor
            value={form.embed}
            onChange={(embed) => onChange({ embed })}
            name="embed"
            footerLocked={!premium}
          />
        </div>
      ) : null}
    </>
  );
}
