import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { DeleteButton } from '../../../components/ui/delete-button.tsx';
import { removeMutation } from './keeping.queries.ts';

interface RemoveTranscriptProps {
  guildId: string;
  ticketId: number;
  onRemoved: () => void;
}

/** Erases what was said in one ticket. For administrators. */
export function RemoveTranscript({ guildId, ticketId, onRemoved }: RemoveTranscriptProps) {
  const t = useTranslations('keeping.remove');
  return (
    <DeleteButton
      remove={removeMutation(useQueryClient(), guildId, ticketId)}
      onDeleted={onRemoved}
      texts={{
        action: t('action'),
        title: t('title', { id: ticketId }),
        message: t('message'),
        confirm: t('confirm'),
        done: t('done'),
      }}
    />
  );
}
