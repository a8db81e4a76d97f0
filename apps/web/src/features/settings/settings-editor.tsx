import type { Panel } from '@tickets/contract/panels/panels';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import type { Channel } from '@tickets/contract/servers/guild';
import type { SettingsAnswer } from '@tickets/contract/settings/settings';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Collapsible } from '../../components/ui/collapsible.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { Form } from '../../components/ui/fields/form.tsx';
import { SaveBar } from '../../components/ui/save-bar.tsx';
import type { Meeting } from '../../lib/meanwhile/edits.ts';
import { loadMessages } from '../../lib/page/messages.ts';
import { useDraft } from '../../lib/page/use-draft.ts';
import { SectionFields } from './section-fields.tsx';
import { SectionSummary } from './section-summary.tsx';
import { FoundSettings } from './setting.tsx';
import styles from './settings.module.css';
import { formOf, type SettingsForm, unsetFields } from './settings-form.ts';
import { SettingsIndex } from './settings-index.tsx';
import { findSettings, type SectionId, sections } from './settings-sections.ts';
import { useSaveSettings } from './use-save-settings.ts';

// Most saves meet nobody.
const SettingsMeanwhile = lazy(async () => {
  const [module] = await Promise.all([import('./settings-meanwhile.tsx'), loadMessages('meanwhile')]);
  return { default: module.SettingsMeanwhile };
});

interface SettingsEditorProps {
  guildId: string;
  settings: SettingsAnswer;
  channels: readonly Channel[];
  panels: readonly Panel[];
  premium: boolean;
}

/** Sections that begin with a sentence about themselves. */
const introduced = [
  'threads',
  'open_command',
  'context_menu',
  'claiming',
  'auto_close',
  'permissions',
  'colours',
] as const satisfies readonly SectionId[];
const isIntroduced = (id: SectionId): id is (typeof introduced)[number] =>
  introduced.some((one) => one === id);

export function SettingsEditor({ guildId, settings, channels, panels, premium }: SettingsEditorProps) {
  const t = useTranslations('settings');
  const stored = useMemo(() => formOf(settings, channels), [settings, channels]);
  const draft = useDraft(stored, settings.version);
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const [meeting, setMeeting] = useState<Meeting<SettingsForm>>();
  const save = useSaveSettings({ guildId, channels, draft, onProblems: setProblems, onMet: setMeeting });
  const [wanted, setWanted] = useState('');
  const found = findSettings(wanted, {
    section: (id) => `${t(`sections.${id}`)} ${isIntroduced(id) ? t(`intro.${id}`) : ''}`,
    field: (name) => `${t(`fields.${name}.label`)} ${t(`fields.${name}.hint`)}`,
  });
  const shown = sections.filter((section) => !found || section.fields.some((name) => found.has(name)));
  const fields = {
    form: draft.value,
    patch: draft.patch,
    channels,
    panels,
    premium,
    locales: settings.locales,
    unset: useMemo(() => unsetFields(settings), [settings]),
  };

  return (
    <div className={styles.layout}>
      <SettingsIndex wanted={wanted} onWanted={setWanted} shown={shown.map((section) => section.id)} />
      <Form className={styles.form} problems={problems} onSubmit={() => save.mutate(draft)}>
        <Card title={t('card')} flush>
          <FoundSettings value={found}>
            {sections.map(({ id }) => (
              // A section that is filtered out stays in the page: closing and opening it would lose its place.
              <div key={id} className={styles.section} hidden={!shown.some((section) => section.id === id)}>
                <Collapsible
                  id={`settings-${id}`}
                  title={t(`sections.${id}`)}
                  aside={<SectionSummary id={id} form={draft.value} />}
                  defaultOpen={id === 'general'}
                  forceOpen={found !== undefined}
                >
                  <div className={styles.fields}>
                    <SectionFields id={id} {...fields} />
                  </div>
                </Collapsible>
              </div>
            ))}
          </FoundSettings>
          {shown.length === 0 ? (
            <EmptyState
              title={t('no_match', { text: wanted })}
              action={<Button onClick={() => setWanted('')}>{t('clear_filter')}</Button>}
            />
          ) : null}
        </Card>
        <SaveBar
          always
          dirty={draft.dirty}
          saving={save.isPending}
          onReset={() => {
            draft.reset();
            setProblems([]);
          }}
        />
      </Form>
      {meeting ? (
        <Suspense>
          <SettingsMeanwhile
            meeting={meeting}
            onClose={() => setMeeting(undefined)}
            draft={draft}
            save={save.mutate}
            channels={channels}
            panels={panels}
            locales={settings.locales}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
