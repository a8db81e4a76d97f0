import { CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import {
  dismissAllToasts,
  dismissToast,
  readToasts,
  subscribeToToasts,
  type ToastMessage,
} from '../../lib/toast.ts';
import { IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import styles from './toaster.module.css';

const ICONS = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert };
const SUCCESS_STAYS_MS = 4000;

/** Shows what `toast.success(...)` and the others say. Stands once in the app. */
export function Toaster() {
  const t = useTranslations('common.toast');
  const toasts = useSyncExternalStore(subscribeToToasts, readToasts);
  const region = useRef<HTMLElement>(null);
  const any = toasts.length > 0;

  useEffect(() => {
    if (!any) return;
    const closeOnOutside = (event: PointerEvent) => {
      if (!region.current?.contains(event.target as Node)) dismissAllToasts();
    };
    document.addEventListener('pointerdown', closeOnOutside);
    return () => document.removeEventListener('pointerdown', closeOnOutside);
  }, [any]);

  return (
    <section
      ref={region}
      className={styles.region}
      aria-label={t('region')}
      aria-live="polite"
      data-toaster=""
    >
      {toasts.map((shown) => (
        <Toast key={shown.id} toast={shown} />
      ))}
    </section>
  );
}

function Toast({ toast }: { toast: ToastMessage }) {
  const t = useTranslations('common.toast');
  const [held, setHeld] = useState(false);
  const Icon = ICONS[toast.kind];

  // Failures stay until they are closed: somebody may be looking elsewhere.
  useEffect(() => {
    if (toast.kind !== 'success' || held) return;
    const timer = window.setTimeout(() => dismissToast(toast.id), SUCCESS_STAYS_MS);
    return () => window.clearTimeout(timer);
  }, [toast, held]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that somebody is reading
    <div
      className={cx(styles.toast, styles[toast.kind])}
      role={toast.kind === 'success' ? 'status' : 'alert'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon className={styles.icon} aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.title}>{toast.kind === 'success' ? t('success') : t('error')}</p>
        <p className={styles.text}>{toast.text}</p>
      </div>
      <IconButton label={t('close')} size="small" onClick={() => dismissToast(toast.id)}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  );
}
