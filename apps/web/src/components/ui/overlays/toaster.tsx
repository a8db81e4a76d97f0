import { CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import {
  dismissAllToasts,
  dismissToast,
  readToasts,
  subscribeToToasts,
  type ToastMessage,
} from '../../../lib/page/toast.ts';
import { IconButton } from '../button.tsx';
import { cx } from '../class-names.ts';
import styles from './toaster.module.css';

const ICONS = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert };
const SUCCESS_STAYS_MS = 4000;

/** Shows what `toast.success(...)` and the others say. Stands once in the app. */
export function Toaster() {
  const t = useTranslations('common.toast');
  const toasts = useSyncExternalStore(subscribeToToasts, readToasts);
  const region = useRef<HTMLElement>(null);
  const any = toasts.length > 0;
  useClearOf(region, toasts);

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

const GAP_PX = 12;

/**
 * Keeps the region above what people work with at the foot of the window: a save bar, the box of a reply. Those say so
 * by `data-toasts-above`.
 */
function useClearOf(region: RefObject<HTMLElement | null>, toasts: readonly ToastMessage[]) {
  useLayoutEffect(() => {
    if (toasts.length === 0) return;
    const place = () => {
      const own = region.current?.getBoundingClientRect();
      if (!region.current || !own) return;
      const foot = window.innerHeight - own.height - 2 * GAP_PX;
      const tops = Array.from(document.querySelectorAll('[data-toasts-above]'), (bar) =>
        bar.getBoundingClientRect(),
      )
        .filter(({ top, bottom, height }) => height > 0 && bottom > foot && top < window.innerHeight)
        .filter(({ left, right }) => right > own.left && left < own.right)
        .map(({ top }) => window.innerHeight - top + GAP_PX);
      region.current.style.setProperty('--toasts-bottom', `${Math.max(0, ...tops)}px`);
    };
    place();
    window.addEventListener('resize', place);
    window.addEventListener('scroll', place, { passive: true });
    return () => {
      window.removeEventListener('resize', place);
      window.removeEventListener('scroll', place);
    };
  }, [region, toasts]);
}

function Toast({ toast }: { toast: ToastMessage }) {
  const t = useTranslations('common.toast');
  const [held, setHeld] = useState(false);
  const Icon = ICONS[toast.kind];

  // Failures stay until they are closed: the reader may be looking elsewhere.
  useEffect(() => {
    if (toast.kind !== 'success' || held) return;
    const timer = window.setTimeout(() => dismissToast(toast.id), SUCCESS_STAYS_MS);
    return () => window.clearTimeout(timer);
  }, [toast, held]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that it is being read
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
