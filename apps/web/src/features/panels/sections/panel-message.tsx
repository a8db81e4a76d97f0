import { outlastingOfPanel } from '@tickets/contract/panels/outlasting';
import { panelDefaults } from '@tickets/contract/panels/panel-defaults';
import { limits } from '@tickets/contract/platform/limits';
import { memo, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { CustomEmojiPicker } from '../../../components/emoji/custom-emoji-picker.tsx';
import { EmojiField } from '../../../components/emoji/emoji-field.tsx';
import { Banner } from '../../../components/ui/banner.tsx';
import { Combobox } from '../../../components/ui/choosing/combobox.tsx';
import {
  CHANNEL_ANNOUNCEMENT,
  CHANNEL_TEXT,
  channelOptions,
} from '../../../components/ui/choosing/option-marks.tsx';
import { Select } from '../../../components/ui/choosing/select.tsx';
import { ColourInput } from '../../../components/ui/fields/colour-input.tsx';
import { Field } from '../../../components/ui/fields/field.tsx';
import { Switch } from '../../../components/ui/fields/switch.tsx';
import { TextArea } from '../../../components/ui/fields/text-area.tsx';
import { TextInput } from '../../../components/ui/fields/text-input.tsx';
import { refusedField, useFieldRefusal } from '../../../lib/page/let-in.ts';
import type { MessageForm } from '../panel-form.ts';
import styles from '../panels.module.css';
import type { EditorData } from '../use-editor-data.ts';

interface PanelMessageProps {
  value: MessageForm;
  onChange: (change: Partial<MessageForm>) => void;
  data: EditorData;
}

export const PanelMessage = memo(function PanelMessage({ value, onChange, data }: PanelMessageProps) {
  const t = useTranslations('panels');
  const { channels, emojis, settings } = data;
  const refusal = useFieldRefusal();
  const place = refusedField(
    settings?.use_threads ? refusal(outlastingOfPanel, 'channel_id') : undefined,
    t('field.channel_id.hint'),
  );
  const channelChoices = useMemo(
    () => channelOptions(channels, [CHANNEL_TEXT, CHANNEL_ANNOUNCEMENT]),
    [channels],
  );
  return (
    <div className={styles.fields}>
      <Field label={t('field.channel_id.label')} {...place} name="channel_id" required>
        <Combobox
          value={value.channel_id}
          onChange={(channel_id) => onChange({ channel_id })}
          options={channelChoices}
          placeholder={t('field.channel_id.placeholder')}
          missingLabel={t('unknown_channel')}
        />
      </Field>
      <Field label={t('field.title.label')} hint={t('field.title.hint')} name="title">
        <TextInput
          value={value.title}
          onChange={(title) => onChange({ title })}
          placeholder={panelDefaults.title}
        />
      </Field>
      <Field label={t('field.content.label')} hint={t('field.content.hint')} name="content">
        <TextArea
          value={value.content}
          onChange={(content) => onChange({ content })}
          limit={limits.panel_content}
          placeholder={panelDefaults.content}
        />
      </Field>
      <Field label={t('field.colour.label')} hint={t('field.colour.hint')} name="colour">
        <ColourInput value={value.colour} onChange={(colour) => onChange({ colour })} />
      </Field>
      <div className={styles.pair}>
        <Field label={t('field.button_label.label')} hint={t('field.button_label.hint')} name="button_label">
          <TextInput value={value.button_label} onChange={(button_label) => onChange({ button_label })} />
        </Field>
        <Field label={t('field.button_style.label')} name="button_style">
          <Select
            value={value.button_style}
            onChange={(button_style) => onChange({ button_style })}
            options={(['1', '2', '3', '4'] as const).map((style) => ({
              value: style,
              label: t(`style.${style}`),
            }))}
          />
        </Field>
      </div>
      <Field inline label={t('field.use_custom_emoji.label')} hint={t('field.use_custom_emoji.hint')}>
        <Switch
          checked={value.use_custom_emoji}
          onChange={(use_custom_emoji) => onChange({ use_custom_emoji })}
        />
      </Field>
      {value.use_custom_emoji ? (
        <CustomEmojiPicker
          value={value.custom_emoji}
          onChange={(custom_emoji) => onChange({ custom_emoji })}
          emojis={emojis}
          name="emote"
          label={t('field.custom_emote.label')}
        />
      ) : (
        <EmojiField
          value={value.emoji}
          onChange={(emoji) => onChange({ emoji })}
          name="emote"
          label={t('field.emote.label')}
          placeholder={t('field.emote.placeholder')}
          storageKey="panel_emoji"
          columns={2}
        />
      )}
      <div className={styles.pair}>
        {(['image_url', 'thumbnail_url'] as const).map((key) => (
          <Field key={key} label={t(`field.${key}.label`)} hint={t(`field.${key}.hint`)} name={key}>
            <TextInput
              type="url"
              inputMode="url"
              value={value[key]}
              onChange={(url) => onChange({ [key]: url })}
              placeholder="https://"
            />
          </Field>
        ))}
      </div>
      <div className={styles.warned}>
        <Field inline label={t('field.disabled.label')} hint={t('field.disabled.hint')} name="disabled">
          <Switch checked={value.disabled} onChange={(disabled) => onChange({ disabled })} />
        </Field>
        <div role="status">
          {value.disabled ? <Banner tone="warning">{t('disabled_warning')}</Banner> : null}
        </div>
      </div>
    </div>
  );
});
