import { useInfiniteQuery } from '@tanstack/react-query';
import type { Transcript, TranscriptPiece } from '@tickets/contract/transcripts/transcripts';
import { useEffect, useMemo } from 'react';
import { restOfTranscriptQuery } from './transcripts.queries.ts';

interface WholeTranscript {
  /** With all messages that have come so far. Its `next` is null as soon as it is whole. */
  transcript: Transcript;
  /** The rest could not be read. */
  hasFailed: boolean;
  retry: () => void;
}

/** Reads on after the first messages of a transcript, piece by piece, until all of it is there. */
export function useWholeTranscript(guildId: string, first: Transcript): WholeTranscript {
  const rest = useInfiniteQuery(restOfTranscriptQuery(guildId, first.ticket_id, first.next));
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = rest;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const pieces = data?.pages;
  const transcript = useMemo(() => (pieces ? joined(first, pieces) : first), [first, pieces]);
  return {
    transcript,
    hasFailed: isError,
    retry: () => void (pieces ? fetchNextPage() : rest.refetch()),
  };
}

function joined(first: Transcript, pieces: readonly TranscriptPiece[]): Transcript {
  const all: readonly TranscriptPiece[] = [first, ...pieces];
  const entities = (kind: keyof TranscriptPiece['entities']) =>
    Object.assign({}, ...all.map((piece) => piece.entities[kind]));
  return {
    ...first,
    entities: { users: entities('users'), channels: entities('channels'), roles: entities('roles') },
    messages: all.flatMap(({ messages }) => messages),
    next: all.at(-1)?.next ?? null,
  };
}
