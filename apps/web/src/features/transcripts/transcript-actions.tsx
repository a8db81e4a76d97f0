import { useNavigate } from '@tanstack/react-router';
import { PermissionLevel } from '@tickets/contract/access/levels';
import type { Transcript } from '@tickets/contract/transcripts/transcripts';
import { useLevel } from '../../lib/session/use-level.ts';
import { DownloadTranscript } from './download-transcript.tsx';
import { RemoveTranscript } from './keeping/remove-transcript.tsx';
import { ShareTranscript } from './sharing/share-transcript.tsx';

/** What one can do with a transcript that one reads. */
export function TranscriptActions({ guildId, transcript }: { guildId: string; transcript: Transcript }) {
  const { ticket_id: ticketId, channel_name, ticket } = transcript;
  const level = useLevel();
  const navigate = useNavigate();
  return (
    <>
      <DownloadTranscript guildId={guildId} ticketId={ticketId} name={channel_name} />
      {ticket.may_share ? <ShareTranscript guildId={guildId} ticketId={ticketId} /> : null}
      {level < PermissionLevel.admin ? null : (
        <RemoveTranscript
          guildId={guildId}
          ticketId={ticketId}
          onRemoved={() => void navigate({ to: '/manage/$guildId/transcripts', params: { guildId } })}
        />
      )}
    </>
  );
}
