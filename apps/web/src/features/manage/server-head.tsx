import { ChevronsUpDown } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import styles from './server-head.module.css';

const ServerSwitcher = lazy(() =>
  import('./server-switcher.tsx').then((m) => ({ default: m.ServerSwitcher })),
);

export interface ServerHeadProps {
  icon: ReactNode;
  name: string;
}

/** The server's icon and name. Pressing it switches to another server; that list is fetched after the page. */
export function ServerHead(props: ServerHeadProps) {
  return (
    <Suspense
      fallback={
        <div className={styles.head}>
          <HeadContent {...props} />
        </div>
      }
    >
      <ServerSwitcher {...props} />
    </Suspense>
  );
}

export function HeadContent({ icon, name }: ServerHeadProps) {
  return (
    <>
      {icon}
      <span className={styles.name}>{name}</span>
      <ChevronsUpDown className={styles.chevron} aria-hidden="true" />
    </>
  );
}
