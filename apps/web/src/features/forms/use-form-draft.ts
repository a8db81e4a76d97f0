import type { Form } from '@tickets/contract/forms/forms';
import { useMemo, useState } from 'react';
import type { State } from '../../lib/meanwhile/edits.ts';
import { type EditedForm, isChanged, stateOf } from './forms-state.ts';

interface Draft {
  form_id: number | undefined;
  form: EditedForm;
  /** What was stored when the editing began. */
  base: State<EditedForm>;
}

/**
 * What is being edited of the selected form. As long as nothing was edited it follows what is stored; another form
 * begins again.
 */
export function useFormDraft(selected: Form | undefined) {
  const form_id = selected?.form_id;
  const inputs = selected?.inputs;
  const version = selected?.version ?? 0;
  const stored = useMemo(() => stateOf({ inputs: inputs ?? [], version }), [inputs, version]);
  const [draft, setDraft] = useState<Draft>();
  const { form: value, base } = current(draft, form_id, stored);

  return {
    value,
    base,
    dirty: selected !== undefined && isChanged(value, base.value) && isChanged(value, stored.value),
    edit: (change: (form: EditedForm) => EditedForm) =>
      setDraft((now) => {
        const { form, base } = current(now, form_id, stored);
        return { form_id, form: change(form), base };
      }),
    /** Takes over what a save has left, with what is stored now. */
    settle: (of: number, change: (form: EditedForm) => EditedForm, base: State<EditedForm>) =>
      setDraft((now) => (now?.form_id === of ? { form_id: of, form: change(now.form), base } : now)),
    /** Goes on editing as if it had begun from another state. */
    rebase: (base: State<EditedForm>, form: EditedForm, of = form_id) =>
      setDraft({ form_id: of, form, base }),
    reset: (of = form_id) => setDraft((now) => (now?.form_id === of ? undefined : now)),
  };
}

export type FormDraft = ReturnType<typeof useFormDraft>;

function current(draft: Draft | undefined, form_id: number | undefined, stored: State<EditedForm>) {
  const fresh = { form: stored.value, base: stored };
  if (!draft || draft.form_id !== form_id) return fresh;
  const isUntouched = !isChanged(draft.form, draft.base.value);
  return isUntouched && isChanged(draft.form, stored.value) ? fresh : draft;
}
