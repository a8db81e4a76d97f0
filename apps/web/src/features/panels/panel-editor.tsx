import { useQueryClient } from '@tanstack/react-query';
import type { AccessRule } from '@tickets/contract/panels/access-rules';
import { outlastingOfPanel } from '@tickets/contract/panels/outlasting';
import type { Panel } from '@tickets/contract/panels/panels';
import { lazy, type ReactNode, Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AccessListEditor } from '../../components/editors/access-list-editor.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Collapsible } from '../../components/ui/collapsible.tsx';
import { Form } from '../../components/ui/fields/form.tsx';
import { SaveBar } from '../../components/ui/save-bar.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { useFieldRefusal } from '../../lib/page/let-in.ts';
import { loadMessages } from '../../lib/page/messages.ts';
import { useDraft } from '../../lib/page/use-draft.ts';
import { EditorFrame, NotFound } from './editor-frame.tsx';
import {
  type MessageForm,
  newPanelForm,
  type PanelForm,
  panelFormOf,
  type TicketForm,
  type WelcomeForm,
} from './panel-form.ts';
import { PanelMessagePreview, TicketPreview } from './panel-preview.tsx';
import { fieldOfPath, type PanelSection, panelProblems, panelSections, sectionOf } from './panel-problems.ts';
import { panelSaving } from './panel-saving.ts';
import { summaryOf } from './panel-summary.ts';
import styles from './panels.module.css';
import { PanelMessage } from './sections/panel-message.tsx';
import { TicketProperties } from './sections/ticket-properties.tsx';
import { WelcomeMessage } from './sections/welcome-message.tsx';
import type { EditorData } from './use-editor-data.ts';
import { useEditorSave } from './use-editor-save.ts';

// Most saves meet nobody.
const PanelMeanwhile = lazy(async () => {
  const [module] = await Promise.all([import('./panel-meanwhile.tsx'), loadMessages('meanwhile')]);
  return { default: module.PanelMeanwhile };
});

interface PanelEditorProps {
  guildId: string;
  data: EditorData;
  /** Undefined for a new one. */
  panel: Panel | undefined;
  /** What a new one begins with, where that is not the usual. */
  start?: PanelForm | undefined;
  /** It was deleted while it was edited; what was typed can be saved as another. */
  isGone?: boolean;
}

/** The form of a panel, new or not, with a picture of what it makes. */
export function PanelEditor({ guildId, data, panel, start, isGone = false }: PanelEditorProps) {
  const t = useTranslations('panels');
  const queryClient = useQueryClient();
  // What is edited, or what a copy begins as, must not move while the lists are read again.
  const [begun] = useState(start);
  const stored = useMemo(
    () => (panel ? panelFormOf(panel) : (begun ?? newPanelForm(guildId))),
    [panel, begun, guildId],
  );
  const draft = useDraft(stored, panel?.version);
  const { value: form, dirty, patch, reset } = draft;
  const [shown, setShown] = useState<'panel' | 'ticket'>('panel');

  // The same functions on every render, so that typing in one section draws no other again.
  const changeTicket = useCallback(
    (change: Partial<TicketForm>) => patch(({ ticket }) => ({ ticket: { ...ticket, ...change } })),
    [patch],
  );
  const changeMessage = useCallback(
    (change: Partial<MessageForm>) => patch(({ message }) => ({ message: { ...message, ...change } })),
    [patch],
  );
  const changeWelcome = useCallback(
    (change: Partial<WelcomeForm>) => patch(({ welcome }) => ({ welcome: { ...welcome, ...change } })),
    [patch],
  );
  const changeAccess = useCallback(
    (access_control_list: AccessRule[]) => patch({ access_control_list }),
    [patch],
  );

  const { problems, save, submit, forgetProblems, meeting, endMeeting } = useEditorSave({
    guildId,
    saving: panelSaving(queryClient, guildId, panel?.panel_id, data),
    fieldOf: fieldOfPath,
  });

  const accessRefused = useFieldRefusal()(outlastingOfPanel, 'access_control_list');
  const drawn = useDeferredValue(form);
  const sections: Record<PanelSection, ReactNode> = {
    ticket: <TicketProperties value={form.ticket} onChange={changeTicket} data={data} />,
    message: <PanelMessage value={form.message} onChange={changeMessage} data={data} />,
    welcome: <WelcomeMessage value={form.welcome} onChange={changeWelcome} premium={data.premium} />,
    access: (
      <AccessListEditor
        value={form.access_control_list}
        onChange={changeAccess}
        refused={accessRefused}
        roles={data.roles}
        guildId={guildId}
      />
    ),
  };

  if (isGone && !dirty && !meeting) return <NotFound guildId={guildId} />;
  return (
    <>
      <EditorFrame
        form={
          <Form
            className={styles.form}
            problems={problems}
            onSubmit={() => submit(panelProblems(form, t), draft)}
          >
            <Card flush>
              <h2 className="visually-hidden">{t('form_heading')}</h2>
              {panelSections.map((id) => (
                <div key={id} className={styles.section} onFocusCapture={() => setShown(previewOf[id])}>
                  <Collapsible
                    title={t(`sections.${id}`)}
                    aside={<Summary text={summaryOf(id, drawn, data, { t, guildId })} />}
                    defaultOpen={id === 'message'}
                    late={id === 'welcome'}
                    forceOpen={problems.some(({ path }) => sectionOf(path) === id)}
                  >
                    {sections[id]}
                  </Collapsible>
                </div>
              ))}
            </Card>
            <SaveBar
              always
              dirty={dirty && !save.isSuccess}
              saving={save.isPending}
              submitLabel={t(panel ? 'change.submit' : 'create.submit')}
              onReset={() => {
                reset();
                forgetProblems();
              }}
            />
          </Form>
        }
        preview={
          <Tabs
            label={t('preview_of')}
            value={shown}
            onChange={(tab) => setShown(tab === 'ticket' ? 'ticket' : 'panel')}
            tabs={[
              {
                value: 'panel',
                label: t('shown.panel'),
                content: <PanelMessagePreview form={drawn} data={data} />,
              },
              {
                value: 'ticket',
                label: t('shown.ticket'),
                content: <TicketPreview form={drawn} data={data} guildId={guildId} />,
              },
            ]}
          />
        }
      />
      {meeting ? (
        <Suspense>
          <PanelMeanwhile
            meeting={meeting}
            onClose={endMeeting}
            draft={draft}
            save={save.mutate}
            data={data}
            guildId={guildId}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** The preview that a section changes. */
const previewOf: Record<PanelSection, 'panel' | 'ticket'> = {
  ticket: 'ticket',
  message: 'panel',
  welcome: 'ticket',
  access: 'panel',
};

/** Silent for screen readers: the section's head is its name, and the fields say the rest. */
function Summary({ text }: { text: string }) {
  return (
    <span className={styles.summary} aria-hidden="true">
      {text}
    </span>
  );
}
