import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import { useState } from 'react';
import { ApiError } from '../../lib/api/api.ts';
import type { Edit, Meeting, SaveOver } from '../../lib/meanwhile/edits.ts';
import { isOutdated, saveOver } from '../../lib/meanwhile/save-over.ts';

/** How what an editor holds is saved. */
export interface Saving<Form extends object> extends Pick<SaveOver<Form, void>, 'save' | 'read'> {
  /** Reads again what shows it. */
  refresh: () => Promise<unknown>;
}

interface EditorSave<Form extends object> {
  guildId: string;
  saving: Saving<Form>;
  /** The field of the form at which a problem of the answer is told. */
  fieldOf: (path: string) => string;
}

/** Saves what an editor holds and goes back to the list, or keeps the problems that its fields show. */
export function useEditorSave<Form extends object>({ guildId, saving, fieldOf }: EditorSave<Form>) {
  const navigate = useNavigate();
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const [meeting, setMeeting] = useState<Meeting<Form>>();
  const save = useMutation({
    mutationFn: (edit: Edit<Form>) => saveOver(edit, { ...saving, onMet: setMeeting }),
    meta: { isShown: isOutdated },
    onSuccess: async (_, { base }) => {
      await saving.refresh();
      await navigate({
        to: '/manage/$guildId/panels',
        params: { guildId },
        search: base.version === undefined ? { created: true } : { edited: true },
      });
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      setProblems(error.fields.map(({ path, message }) => ({ path: fieldOf(path), message })));
    },
  });

  return {
    problems,
    save,
    /** Sends it unless the page itself found problems. */
    submit(found: readonly FieldProblem[], edit: Edit<Form>) {
      setProblems(found);
      if (found.length === 0) save.mutate(edit);
    },
    forgetProblems: () => setProblems([]),
    meeting,
    endMeeting: () => setMeeting(undefined),
  };
}
