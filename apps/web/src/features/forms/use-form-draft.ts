import type { Form } from '@tickets/contract/forms/forms';
import { useMemo, useState } from 'react';
import { type EditedForm, editedOf, isChanged } from './forms-state.ts';

interface Draft {
  form_id: number | undefined;
  form: EditedForm;
  /** What was stored when the editing began. */
  base: EditedForm;
}

/**
 * What is being edited of the selected form. As long as nothing was edited it follows what is stored; another form
 * begins again.
 */
export function useFormDraft(selected: Form | undefined) {
  const form_id = selected?.form_id;
  const inputs = selected?.inputs;
  const stored = useMemo(() => editedOf({ inputs: inputs ?? [] }), [inputs]);
  const [draft, setDraft] = useState<Draft>();
  const value = current(draft, form_id, stored).form;

  return {
    value,
    stored,
    dirty: selected !== undefined && isChanged(value, stored),
    edit: (change: (form: EditedForm) => EditedForm) =>
      setDraft((now) => {
        const { form, base } = current(now, form_id, stored);
        return { form_id, form: change(form), base };
      }),
    /** Takes over what a save has left, with what is stored now. */
    settle: (of: number, change: (form: EditedForm) => EditedForm, base: EditedForm) =>
      setDraft((now) => (now?.form_id === of ? { form_id: of, form: change(now.form), base } : now)),
    reset: (of = form_id) => setDraft((now) => (now?.form_id === of ? undefined : now)),
  };
}

export type FormDraft = ReturnType<typeof useFormDraft>;

function current(draft: Draft | undefined, form_id: number | undefined, stored: EditedForm) {
  const fresh = { form: stored, base: stored };
  if (!draft || draft.form_id !== form_id) return fresh;
  const isUntouched = !isChanged(draft.form, draft.base);
  return isUntouched && isChanged(draft.form, stored) ? fresh : draft;
}
