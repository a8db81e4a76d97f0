import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formLimits } from '@tickets/contract/forms/form-limits';
import type { Form as StoredForm } from '@tickets/contract/forms/forms';
import type { Panel } from '@tickets/contract/panels/panels';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import { lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { HistoryLink } from '../../components/history-link.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Combobox } from '../../components/ui/choosing/combobox.tsx';
import { Field } from '../../components/ui/fields/field.tsx';
import { Form } from '../../components/ui/fields/form.tsx';
import { SaveBar } from '../../components/ui/save-bar.tsx';
import type { Edit } from '../../lib/meanwhile/edits.ts';
import { loadMessages } from '../../lib/page/messages.ts';
import { DeleteForm } from './delete-form.tsx';
import { FieldList } from './field-list.tsx';
import styles from './forms.module.css';
import { createFormMutation } from './forms.queries.ts';
import { type EditedForm, problemsIn, stateOf } from './forms-state.ts';
import { panelsOfForm, usePanelNames } from './panels-of-form.ts';
import { RenameForm } from './rename-form.tsx';
import type { FormDraft } from './use-form-draft.ts';
import { useSaveInputs } from './use-save-inputs.ts';

// Most saves meet nobody.
const QuestionsMeanwhile = lazy(async () => {
  const [module] = await Promise.all([import('./questions-meanwhile.tsx'), loadMessages('meanwhile')]);
  return { default: module.QuestionsMeanwhile };
});

interface ManageFormsCardProps {
  guildId: string;
  forms: readonly StoredForm[];
  selected: StoredForm;
  panels: readonly Panel[];
  draft: FormDraft;
  problems: readonly FieldProblem[] | undefined;
  onProblems: (form_id: number, problems: readonly FieldProblem[]) => void;
  onSelect: (form_id: number) => void;
  onDeleted: () => void;
  onRenaming: (isRenaming: boolean) => void;
  /** What was typed about a form that is gone has become this one. */
  onMadeAnew: (form_id: number) => void;
  onActive: (key: string) => void;
}

export function ManageFormsCard(props: ManageFormsCardProps) {
  const { guildId, selected, draft, problems, onProblems } = props;
  const t = useTranslations('forms');
  const namesOf = usePanelNames();
  const { save, met, endMeeting } = useSaveInputs({ guildId, draft, onProblems });
  const usedBy = panelsOfForm(props.panels, selected.form_id);
  const create = useMutation(createFormMutation(useQueryClient(), guildId));

  const makeAnew = (value: EditedForm, title = selected.title, onMade?: () => void) =>
    create.mutate(title, {
      onSuccess: (form) => {
        const base = stateOf(form);
        draft.rebase(base, value, form.form_id);
        props.onMadeAnew(form.form_id);
        onMade?.();
        save.mutate({ form_id: form.form_id, value, base });
      },
    });
  const saveSelected = ({ value, base }: Edit<EditedForm>) =>
    base.version === undefined ? makeAnew(value) : save.mutate({ form_id: selected.form_id, value, base });
  const submit = () => {
    const wrong = problemsIn(draft.value).map(({ path, problem }) => ({
      path,
      message: t(`fields.problem.${problem}`, {
        limit: problem === 'placeholder_long' ? formLimits.placeholder : formLimits.label,
      }),
    }));
    onProblems(selected.form_id, wrong);
    if (wrong.length === 0) saveSelected(draft);
  };

  return (
    <Card title={t('manage.card')}>
      <div className={styles.manage}>
        <div className={styles.chooser}>
          <Field
            label={t('manage.form')}
            hint={usedBy.length ? t('manage.used', { panels: namesOf(usedBy) }) : t('manage.unused')}
          >
            <Combobox
              value={String(selected.form_id)}
              options={(props.forms.includes(selected) ? props.forms : [...props.forms, selected]).map(
                ({ form_id, title }) => ({ value: String(form_id), label: title }),
              )}
              onChange={(form_id) => form_id && props.onSelect(Number(form_id))}
            />
          </Field>
          <div className={styles.acts}>
            <RenameForm
              guildId={guildId}
              form={selected}
              onOpen={props.onRenaming}
              onGone={(title, onMade) => makeAnew(draft.value, title, onMade)}
            />
            <DeleteForm guildId={guildId} form={selected} usedBy={usedBy} onDeleted={props.onDeleted} />
            <HistoryLink guildId={guildId} type="form" id={selected.form_id} />
          </div>
        </div>
        <Form className={styles.form} problems={problems} onSubmit={submit}>
          <FieldList draft={draft} isUnsaved={selected.inputs.length === 0} onActive={props.onActive} />
          <SaveBar
            always
            dirty={draft.dirty}
            saving={save.isPending || create.isPending}
            disabled={draft.value.inputs.length === 0}
            submitLabel={t('fields.save')}
            onReset={() => {
              draft.reset();
              onProblems(selected.form_id, []);
            }}
          />
        </Form>
      </div>
      {met?.form_id === selected.form_id ? (
        <Suspense>
          <QuestionsMeanwhile
            title={selected.title}
            meeting={met.meeting}
            onClose={endMeeting}
            draft={draft}
            save={saveSelected}
          />
        </Suspense>
      ) : null}
    </Card>
  );
}
