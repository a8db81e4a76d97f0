import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Tag } from '@tickets/contract/tags/tags';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { LazyConfirmDialog } from '../../components/ui/overlays/lazy-modal.tsx';
import { toast } from '../../lib/page/toast.ts';
import { removeTagMutation } from './tags.queries.ts';

interface DeleteTagProps {
  guildId: string;
  /** The tag to ask about; undefined while there is none. */
  tag: Tag | undefined;
  onClose: () => void;
  onDeleted: (tag: Tag) => void;
}

export function DeleteTag({ guildId, tag, onClose, onDeleted }: DeleteTagProps) {
  const t = useTranslations('tags');
  const queryClient = useQueryClient();
  const remove = useMutation(removeTagMutation(queryClient, guildId));
  // The question keeps its words while it closes.
  const [asked, setAsked] = useState(tag);
  if (tag && tag !== asked) setAsked(tag);

  return (
    <LazyConfirmDialog
      open={tag !== undefined}
      onClose={onClose}
      onConfirm={() => {
        if (!tag) return;
        remove.mutate(tag.id, {
          onSuccess: () => {
            toast.success(t('deleted'));
            onDeleted(tag);
            onClose();
          },
        });
      }}
      title={t('confirm.title')}
      message={t('confirm.message', { id: asked?.id ?? '' })}
      confirmLabel={t('delete')}
      danger
      action={remove}
    />
  );
}
