import { lazy, Suspense, useState } from 'react';
import type { ConfirmDialogProps, ModalProps } from './modal.tsx';

/** Begins to fetch what modals are made of, for a button that is pointed at. */
export const fetchModal = () => import('./modal.tsx');

const FetchedModal = lazy(async () => ({ default: (await fetchModal()).Modal }));
const FetchedConfirmDialog = lazy(async () => ({ default: (await fetchModal()).ConfirmDialog }));

/** As Modal, fetched when it is opened first: most visits to a page open none. */
export function LazyModal(props: ModalProps) {
  return useWasOpen(props.open) ? (
    <Suspense>
      <FetchedModal {...props} />
    </Suspense>
  ) : null;
}

/** As ConfirmDialog, fetched when it is opened first. */
export function LazyConfirmDialog(props: ConfirmDialogProps) {
  return useWasOpen(props.open) ? (
    <Suspense>
      <FetchedConfirmDialog {...props} />
    </Suspense>
  ) : null;
}

/** True from the first opening on, so that closing is still drawn. */
export function useWasOpen(open: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  return open || wasOpen;
}
