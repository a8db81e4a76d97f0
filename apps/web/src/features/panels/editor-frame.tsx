import { Link, Navigate } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue } from 'react';
import { useTranslations } from 'use-intl';
import { buttonClass } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { cx } from '../../components/ui/class-names.ts';
import { ErrorState } from '../../components/ui/empty-state.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { useMedia } from '../../lib/page/use-media.ts';
import styles from './panels.module.css';
import type { EditorWait } from './use-editor-data.ts';

/** Narrower than this, form and preview take turns. */
const NARROW = '(max-width: 1099px)';

/** A form with its preview: beside it, or behind a tab where there is no room. */
export function EditorFrame({ form, preview }: { form: ReactNode; preview: ReactNode }) {
  const t = useTranslations('panels');
  const isNarrow = useMedia(NARROW);
  // The form can be used a frame earlier so.
  const isDrawn = useDeferredValue(true, false);
  return (
    <Tabs
      label={t('tabs')}
      keepMounted
      apart={isNarrow ? undefined : styles.editor}
      tabs={[
        { value: 'edit', label: t('edit_tab'), content: form },
        {
          value: 'preview',
          label: t('preview_tab'),
          content: (
            <aside className={styles.preview} aria-label={t('preview')}>
              {isDrawn ? preview : null}
            </aside>
          ),
        },
      ]}
    />
  );
}

export function BackToPanels({ guildId }: { guildId: string }) {
  const t = useTranslations('panels');
  return (
    <Link
      to="/manage/$guildId/panels"
      params={{ guildId }}
      activeOptions={{ exact: true }}
      className={cx(buttonClass({ variant: 'ghost' }), styles.back)}
    >
      {t('back')}
    </Link>
  );
}

/** What was to be edited is not there. */
export function NotFound({ guildId }: { guildId: string }) {
  return <Navigate to="/manage/$guildId/panels" params={{ guildId }} search={{ notfound: true }} replace />;
}

/** In place of an editor whose data is on its way, or did not come. */
export function EditorWaiting({ state }: { state: EditorWait }) {
  if (state.status === 'failed') {
    return (
      <Card>
        <ErrorState message={state.message} onRetry={state.retry} />
      </Card>
    );
  }
  return (
    <div className={styles.editor} aria-busy="true">
      <Skeleton height={480} />
      <Skeleton height={240} />
    </div>
  );
}
