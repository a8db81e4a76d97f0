import { useQuery } from '@tanstack/react-query';
import type { PictureSource } from '@tickets/discord-ui/host';
import { safeUrl } from '@tickets/discord-ui/safe-url';
import { call } from '../api/api.ts';
import { useDebounced } from '../time/use-debounced.ts';
import { loadableUrl } from './pictures.ts';

/** Of a message that came from our server, which says where its pictures are fetched. */
export const useToldPictureUrl = (picture: PictureSource | null | undefined): string | undefined =>
  loadableUrl(picture?.proxy_url) ?? loadableUrl(picture?.url);

/** While an address is typed, it is not asked about at every letter. */
const PAUSE_MS = 400;
/** The answer is good for an hour at least. */
const GOOD_MS = 50 * 60_000;

/** Of a preview, whose pictures have the addresses that are being typed: our server is asked where to fetch them. */
export function useTypedPictureUrl(picture: PictureSource | null | undefined): string | undefined {
  const told = useToldPictureUrl(picture);
  const typed = (!told && safeUrl(picture?.url)) || undefined;
  const url = useDebounced(typed, PAUSE_MS);
  const { data } = useQuery({
    queryKey: ['picture', url],
    queryFn: ({ signal }) => call('pictures.preview', { body: { url: url ?? '' } }, { signal, track: false }),
    enabled: url !== undefined && url === typed,
    staleTime: GOOD_MS,
    refetchInterval: GOOD_MS,
    retry: false,
    // Without an answer there is no picture, which the preview shows.
    meta: { quiet: true },
  });
  return told ?? (typed && url === typed ? (data?.url ?? undefined) : undefined);
}
