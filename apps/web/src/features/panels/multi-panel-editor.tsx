import { useQueryClient } from '@tanstack/react-query';
import type { MultiPanel } from '@tickets/contract/panels/multi-panels';
import { menuPlaceholder, multiPanelLimits } from '@tickets/contract/panels/panel-defaults';
import type { Panel } from '@tickets/contract/panels/panels';
import { lazy, Suspense, useCallback, useDeferredValue, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { DiscordPreview } from '../../components/discord/discord-preview.tsx';
import { EmbedEditor } from '../../components/editors/embed-editor.tsx';
import { type EmbedForm, embedPreview } from '../../components/editors/embed-form.ts';
import { Card } from '../../components/ui/card.tsx';
import { Combobox } from '../../components/ui/choosing/combobox.tsx';
import {
  CHANNEL_ANNOUNCEMENT,
  CHANNEL_TEXT,
  channelOptions,
} from '../../components/ui/choosing/option-marks.tsx';
import { Field } from '../../components/ui/fields/field.tsx';
import { Form } from '../../components/ui/fields/form.tsx';
import { Switch } from '../../components/ui/fields/switch.tsx';
import { TextInput } from '../../components/ui/fields/text-input.tsx';
import { SaveBar } from '../../components/ui/save-bar.tsx';
import { loadMessages } from '../../lib/page/messages.ts';
import { useDraft } from '../../lib/page/use-draft.ts';
import { EditorFrame, NotFound } from './editor-frame.tsx';
import {
  type MultiPanelForm,
  multiPanelFormOf,
  multiPanelProblems,
  newMultiPanelForm,
} from './multi-panel-form.ts';
import { multiPanelSaving } from './multi-panel-saving.ts';
import { drawPanels, namesOf, withBranding } from './panel-drawing.ts';
import { PanelOrder } from './panel-order.tsx';
import styles from './panels.module.css';
import { useEditorSave } from './use-editor-save.ts';
import type { MultiPanelData } from './use-multi-panel-data.ts';

// Most saves meet nobody.
const MultiPanelMeanwhile = lazy(async () => {
  const [module] = await Promise.all([import('./multi-panel-meanwhile.tsx'), loadMessages('meanwhile')]);
  return { default: module.MultiPanelMeanwhile };
});

interface MultiPanelEditorProps {
  guildId: string;
  data: MultiPanelData;
  /** Undefined for a new one. */
  multiPanel: MultiPanel | undefined;
  /** It was deleted while it was edited; what was typed can be saved as another. */
  isGone?: boolean;
}

/** The form of a multi-panel, new or not, with a picture of its message. */
export function MultiPanelEditor({ guildId, data, multiPanel, isGone = false }: MultiPanelEditorProps) {
  const t = useTranslations('panels');
  const queryClient = useQueryClient();
  const stored = useMemo(() => (multiPanel ? multiPanelFormOf(multiPanel) : newMultiPanelForm), [multiPanel]);
  const draft = useDraft(stored, multiPanel?.version);
  const { value: form, dirty, patch, reset } = draft;
  const changeEmbed = useCallback((embed: EmbedForm) => patch({ embed }), [patch]);
  const channels = useMemo(
    () => channelOptions(data.channels, [CHANNEL_TEXT, CHANNEL_ANNOUNCEMENT]),
    [data.channels],
  );

  const { problems, save, submit, forgetProblems, meeting, endMeeting } = useEditorSave({
    guildId,
    saving: multiPanelSaving(queryClient, guildId, multiPanel?.id, data),
    // A problem of one panel is told at the list of them.
    fieldOf: (path) => (path.startsWith('panels.') ? 'panels' : path),
  });

  const drawn = useDeferredValue(form);
  if (isGone && !dirty && !meeting) return <NotFound guildId={guildId} />;
  return (
    <>
      <EditorFrame
        form={
          <Form
            className={styles.form}
            problems={problems}
            onSubmit={() => submit(multiPanelProblems(form, data.panels, t), draft)}
          >
            <Card title={t('multi.settings')}>
              <div className={styles.fields}>
                <Field
                  label={t('multi.field.channel_id.label')}
                  hint={t('multi.field.channel_id.hint')}
                  name="channel_id"
                  required
                >
                  <Combobox
                    value={form.channel_id}
                    onChange={(channel_id) => patch({ channel_id })}
                    options={channels}
                    placeholder={t('field.channel_id.placeholder')}
                    missingLabel={t('unknown_channel')}
                  />
                </Field>
                <PanelOrder
                  value={form.panels}
                  onChange={(panels) => patch({ panels })}
                  panels={data.panels}
                  asMenu={form.select_menu}
                />
                <Field
                  inline
                  label={t('multi.field.select_menu.label')}
                  hint={t('multi.field.select_menu.hint')}
                  name="select_menu"
                >
                  <Switch checked={form.select_menu} onChange={(select_menu) => patch({ select_menu })} />
                </Field>
                <Field
                  label={t('multi.field.select_menu_placeholder.label')}
                  hint={t('multi.field.select_menu_placeholder.hint')}
                  name="select_menu_placeholder"
                  disabled={!form.select_menu}
                >
                  <TextInput
                    value={form.select_menu_placeholder}
                    onChange={(select_menu_placeholder) => patch({ select_menu_placeholder })}
                    placeholder={menuPlaceholder}
                    limit={multiPanelLimits.placeholder}
                  />
                </Field>
              </div>
            </Card>
            <Card title={t('multi.message')}>
              <div className={styles.fields}>
                <EmbedEditor
                  value={form.embed}
                  onChange={changeEmbed}
                  name="embed"
                  footerLocked={!data.premium}
                  placeholders={false}
                />
              </div>
            </Card>
            <SaveBar
              always
              dirty={dirty && !save.isSuccess}
              saving={save.isPending}
              submitLabel={t(multiPanel ? 'change.submit' : 'create.submit')}
              onReset={() => {
                reset();
                forgetProblems();
              }}
            />
          </Form>
        }
        preview={<Preview form={drawn} data={data} />}
      />
      {meeting ? (
        <Suspense>
          <MultiPanelMeanwhile
            meeting={meeting}
            onClose={endMeeting}
            draft={draft}
            save={save.mutate}
            data={data}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function Preview({ form, data }: { form: MultiPanelForm; data: MultiPanelData }) {
  const t = useTranslations('panels');
  const known = new Map(data.panels.map((panel) => [panel.panel_id, panel]));
  const panels = form.panels
    .map((id) => known.get(id))
    .filter((panel): panel is Panel => panel !== undefined);
  const menu = form.select_menu
    ? { placeholder: form.select_menu_placeholder.trim() || menuPlaceholder }
    : undefined;
  const embed = embedPreview(form.embed);
  return (
    <DiscordPreview
      mentions={namesOf(data)}
      embeds={[withBranding(embed, data.premium ? null : t('sample.powered_by'))]}
      components={drawPanels(panels, menu, data.emojis)}
      caption={panels.length ? null : t('caption.no_panels')}
    />
  );
}
