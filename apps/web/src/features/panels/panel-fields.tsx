import type { Channel } from '@tickets/contract/guild';
import { limits } from '@tickets/contract/limits';
import { panelDefaults } from '@tickets/contract/panel-defaults';
import { useTranslations } from 'use-intl';
import { ColourInput } from '../../components/ui/colour-input.tsx';
import { Combobox } from '../../components/ui/combobox.tsx';
import { Field } from '../../components/ui/field.tsx';
import {
  CHANNEL_ANNOUNCEMENT,
  CHANNEL_CATEGORY,
  CHANNEL_TEXT,
  channelOptions,
} from '../../components/ui/option-marks.tsx';
import { Select } from '../../components/ui/select.tsx';
import { TextArea } from '../../components/ui/text-area.tsx';
import { EmojiInput, TextInput } from '../../components/ui/text-input.tsx';
import type { PanelForm } from './panel-form.ts';
import styles from './panels.module.css';

interface PanelFieldsProps {
  form: PanelForm;
  patch: (change: Partial<PanelForm>) => void;
  channels: readonly Channel[];
}

export function PanelFields({ form, patch, channels }: PanelFieldsProps) {
  const t = useTranslations('panels');
  return (
    <div className={styles.fields}>
      <Field label={t('field.title.label')} hint={t('field.title.hint')} name="title">
        <TextInput
          value={form.title}
          onChange={(title) => patch({ title })}
          maxLength={limits.panel_title}
          placeholder={panelDefaults.title}
        />
      </Field>
      <Field label={t('field.content.label')} hint={t('field.content.hint')} name="content">
        <TextArea
          value={form.content}
          onChange={(content) => patch({ content })}
          limit={limits.panel_content}
          placeholder={panelDefaults.content}
        />
      </Field>
      <div className={styles.pair}>
        <Field label={t('field.colour.label')} hint={t('field.colour.hint')} name="colour">
          <ColourInput value={form.colour} onChange={(colour) => patch({ colour })} />
        </Field>
        <Field
          label={t('field.channel_id.label')}
          hint={t('field.channel_id.hint')}
          name="channel_id"
          required
        >
          <Combobox
            value={form.channel_id}
            onChange={(channel_id) => patch({ channel_id })}
            options={channelOptions(channels, [CHANNEL_TEXT, CHANNEL_ANNOUNCEMENT])}
            placeholder={t('field.channel_id.placeholder')}
          />
        </Field>
      </div>
      <Field label={t('field.category_id.label')} hint={t('field.category_id.hint')} name="category_id">
        <Combobox
          value={form.category_id}
          onChange={(category_id) => patch({ category_id })}
          options={channelOptions(channels, [CHANNEL_CATEGORY])}
          placeholder={t('field.category_id.placeholder')}
          clearable
        />
      </Field>
      <div className={styles.pair}>
        <Field label={t('field.button_label.label')} hint={t('field.button_label.hint')} name="button_label">
          <TextInput
            value={form.button_label}
            onChange={(button_label) => patch({ button_label })}
            maxLength={limits.button_label}
          />
        </Field>
        <Field label={t('field.button_style.label')} name="button_style">
          <Select
            value={form.button_style}
            onChange={(button_style) => patch({ button_style })}
            options={(['1', '2', '3', '4'] as const).map((value) => ({ value, label: t(`style.${value}`) }))}
          />
        </Field>
      </div>
      <Field label={t('field.emote.label')} hint={t('field.emote.hint')} name="emote">
        <EmojiInput value={form.emote} onChange={(emote) => patch({ emote })} />
      </Field>
    </div>
  );
}
