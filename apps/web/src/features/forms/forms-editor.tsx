import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Form } from '@tickets/contract/forms/forms';
import type { Panel } from '@tickets/contract/panels/panels';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import { ClipboardList } from 'lucide-react';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { DiscordModal } from '../../components/discord/discord-modal.tsx';
import { Card } from '../../components/ui/card.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { useMedia } from '../../lib/page/use-media.ts';
import { CreateFormCard } from './create-form-card.tsx';
import styles from './forms.module.css';
import { ManageFormsCard } from './manage-forms-card.tsx';
import { useFormDraft } from './use-form-draft.ts';

/** From here on the form and its preview stand side by side; narrower, they take turns. */
const WIDE = '(min-width: 950px)';

interface FormsEditorProps {
  guildId: string;
  forms: readonly Form[];
  panels: readonly Panel[];
}

export function FormsEditor({ guildId, forms, panels }: FormsEditorProps) {
  const t = useTranslations('forms');
  const navigate = useNavigate();
  const { form: wanted } = useSearch({ from: '/manage/$guildId/forms' });
  const { selected, draft, setRenaming } = useSelected(forms, wanted);
  const isWide = useMedia(WIDE);
  const [active, setActive] = useState<string>();
  const [title, setTitle] = useState('');
  const [found, setFound] = useState<{ form_id: number; problems: readonly FieldProblem[] }>();
  const created = useRef<number>(undefined);
  const drawn = useDeferredValue(draft.value);

  useEffect(() => {
    if (selected === undefined || created.current !== selected.form_id) return;
    created.current = undefined;
    document.querySelector<HTMLElement>('[data-field] input')?.focus();
  }, [selected]);

  // A change of the selection asks first when there are unsaved changes: the address is what is guarded.
  const select = (form_id: number | undefined, options: { ignoreBlocker?: boolean } = {}) =>
    void navigate({
      to: '/manage/$guildId/forms',
      params: { guildId },
      search: form_id === undefined ? {} : { form: form_id },
      resetScroll: false,
      ...options,
    });

  const create = (
    <CreateFormCard
      guildId={guildId}
      title={title}
      onTitle={setTitle}
      onCreated={({ form_id }) => {
        created.current = form_id;
        select(form_id);
      }}
    />
  );
  if (!selected)
    return (
      <div className={styles.column}>
        {create}
        <Card title={t('manage.card')}>
          <EmptyState icon={<ClipboardList />} title={t('manage.empty.title')}>
            {t('manage.empty.text')}
          </EmptyState>
        </Card>
      </div>
    );

  const manage = (
    <ManageFormsCard
      guildId={guildId}
      forms={forms}
      selected={selected}
      panels={panels}
      draft={draft}
      problems={found?.form_id === selected.form_id ? found.problems : undefined}
      onProblems={(form_id, problems) => setFound({ form_id, problems })}
      onSelect={select}
      onDeleted={() => {
        draft.reset();
        select(undefined, { ignoreBlocker: true });
      }}
      onRenaming={setRenaming}
      onMadeAnew={(form_id) => select(form_id, { ignoreBlocker: true })}
      onActive={setActive}
    />
  );
  const preview = <DiscordModal title={selected.title} inputs={drawn.inputs} activeKey={active} />;

  return (
    <div className={styles.panes}>
      {create}
      <Tabs
        label={t('tabs.label')}
        keepMounted
        apart={isWide ? styles.apart : undefined}
        tabs={[
          { value: 'edit', label: t('tabs.edit'), content: manage },
          {
            value: 'preview',
            label: t('tabs.preview'),
            content: (
              <div className={styles.preview}>
                {isWide ? <p className={styles.previewTitle}>{t('preview')}</p> : null}
                {preview}
              </div>
            ),
          },
        ]}
      />
    </div>
  );
}

/** The form of the address, or the first. One that somebody else deleted stays while something is typed about it. */
function useSelected(forms: readonly Form[], wanted: number | undefined) {
  const [last, setLast] = useState<Form>();
  const [isRenaming, setRenaming] = useState(false);
  const isHere = (form: Form) => wanted === undefined || form.form_id === wanted;
  const found = forms.find(({ form_id }) => form_id === wanted);
  const isGone = last && isHere(last) && !forms.some(({ form_id }) => form_id === last.form_id);
  const gone = isGone ? last : undefined;
  const draft = useFormDraft(found ?? gone ?? forms[0]);
  const selected = found ?? (gone && (draft.dirty || isRenaming) ? gone : forms[0]);
  if (selected !== last) setLast(selected);
  return { selected, draft, setRenaming };
}
