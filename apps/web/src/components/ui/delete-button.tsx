import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../../lib/page/toast.ts';
import { Button } from './button.tsx';
import styles from './delete-button.module.css';
import { fetchModal, LazyConfirmDialog } from './overlays/lazy-modal.tsx';

interface DeleteButtonProps {
  remove: UseMutationOptions<{ success: true }, Error, void>;
  onDeleted: () => void;
  texts: {
    /** On the button: with the name of what is deleted. */
    action: string;
    title: string;
    /** What is asked, with what the deletion changes. */
    message: string;
    confirm: string;
    done: string;
  };
}

/** Deletes one thing, after a question. A name that is too long is cut. */
export function DeleteButton({ remove, onDeleted, texts }: DeleteButtonProps) {
  const [open, setOpen] = useState(false);
  const removal = useMutation(remove);
  return (
    <>
      <Button
        className={styles.delete}
        onPointerEnter={fetchModal}
        onFocus={fetchModal}
        onClick={() => setOpen(true)}
      >
        <span>{texts.action}</span>
      </Button>
      <LazyConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={() =>
          removal.mutate(undefined, {
            onSuccess: () => {
              toast.success(texts.done);
              setOpen(false);
              onDeleted();
            },
          })
        }
        title={texts.title}
        message={texts.message}
        confirmLabel={texts.confirm}
        danger
        action={removal}
      />
    </>
  );
}
