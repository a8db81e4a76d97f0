import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { ticketKeys } from '../tickets.queries.ts';
import { attach, type DraftFile, type DraftFiles, letGo, noFiles, type Offered } from './reply-files.ts';

/** The files of the reply that is being written, kept while one looks at another ticket. */
export function useDraftFiles(guildId: string, ticketId: number) {
  const queryClient = useQueryClient();
  const queryKey = ticketKeys.draftFiles(guildId, ticketId);
  const { data: draft = noFiles } = useQuery<DraftFiles>({
    queryKey,
    // Nobody is asked for them: they are only kept.
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const change = (next: (now: DraftFiles) => DraftFiles) =>
    queryClient.setQueryData<DraftFiles>(queryKey, (now = noFiles) => next(now));

  return {
    ...draft,
    add: (offered: Offered) => change(({ files }) => attach(files, offered)),
    remove: (removed: DraftFile) => {
      letGo([removed]);
      change(({ files }) => ({ files: files.filter((file) => file !== removed), problems: [] }));
    },
    /** Hands them over to the reply that is sent. */
    take: (): readonly DraftFile[] => {
      change(() => noFiles);
      return draft.files;
    },
  };
}
