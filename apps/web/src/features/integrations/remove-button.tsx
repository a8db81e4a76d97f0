import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { fetchModal } from '../../components/ui/overlays/lazy-modal.tsx';
import { RemoveQuestion } from './remove-question.tsx';
import { useRemoveFromServer } from './use-remove-from-server.ts';

interface RemoveButtonProps {
  guildId: string;
  integration: { id: number; name: string };
}

/** Takes an integration from the server, after a question. */
export function RemoveButton({ guildId, integration: { id, name } }: RemoveButtonProps) {
  const t = useTranslations('integrations.remove');
  const [asking, setAsking] = useState(false);
  const remove = useRemoveFromServer(guildId);
  return (
    <>
      <Button
        variant="danger"
        onPointerEnter={fetchModal}
        onFocus={fetchModal}
        onClick={() => setAsking(true)}
      >
        {t('button')}
      </Button>
      <RemoveQuestion
        name={name}
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate(id)}
        busy={remove.isPending}
      />
    </>
  );
}
