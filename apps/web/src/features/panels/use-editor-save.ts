import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import { useState } from 'react';
import { ApiError } from '../../lib/api/api.ts';

interface EditorSave<Body> {
  guildId: string;
  mutation: UseMutationOptions<void, Error, Body>;
  isNew: boolean;
  /** The field of the form at which a problem of the answer is told. */
  fieldOf: (path: string) => string;
}

/** Saves what an editor holds and goes back to the list, or keeps the problems that its fields show. */
export function useEditorSave<Body>({ guildId, mutation, isNew, fieldOf }: EditorSave<Body>) {
  const navigate = useNavigate();
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const { onSuccess: saved, ...saving } = mutation;
  const save = useMutation({
    ...saving,
    onSuccess: async (...answer) => {
      await saved?.(...answer);
      await navigate({
        to: '/manage/$guildId/panels',
        params: { guildId },
        search: isNew ? { created: true } : { edited: true },
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
    submit(found: readonly FieldProblem[], body: () => Body) {
      setProblems(found);
      if (found.length === 0) save.mutate(body());
    },
    forgetProblems: () => setProblems([]),
  };
}
