import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { GuildEntry } from '@tickets/contract/sessions/session';
import { RefreshCw, Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Page } from '../../components/layout/page.tsx';
import { Button } from '../../components/ui/button.tsx';
import { TextInput } from '../../components/ui/fields/text-input.tsx';
import { toast } from '../../lib/page/toast.ts';
import { reloadServers } from '../../lib/session/reload-servers.ts';
import { useSession } from '../../lib/session/session.ts';
import styles from './server-list.module.css';
import { InviteTile, ServerTile } from './server-tile.tsx';
import { SimulatedStrip } from './simulated-strip.tsx';
import { sortServers } from './sort-servers.ts';

/** Below this many nobody needs to search. */
const SEARCH_FROM = 9;

export function ServerListPage() {
  const t = useTranslations('servers');
  const navigate = useNavigate();
  const servers = sortServers(useSession()?.guilds ?? []);
  const [wanted, setWanted] = useState('');
  const refresh = useMutation({
    mutationFn: reloadServers,
    onSuccess: (result) => {
      if (result === 'refreshed') toast.success(t('refreshed'));
      else if (result === 'sign_in_again') void navigate({ to: '/login' });
      else toast.error(t('refresh_refused'));
    },
  });

  const button = useRef<HTMLButtonElement>(null);
  const isDone = !refresh.isIdle && !refresh.isPending;
  useEffect(() => {
    // It was disabled while it worked, and lost the focus.
    if (isDone && document.activeElement === document.body) button.current?.focus();
  }, [isDone]);

  const found = servers.filter((server) => server.name.toLowerCase().includes(wanted.trim().toLowerCase()));
  const yours = found.filter((server) => server.permission_level > 0);
  const others = found.filter((server) => server.permission_level === 0);
  const whyNone = wanted ? 'none_found' : others.length ? 'member' : 'none';

  return (
    <Page
      title={t('title')}
      purpose={t('purpose')}
      width="table"
      action={
        <Button
          icon={<RefreshCw aria-hidden="true" />}
          busy={refresh.isPending}
          ref={button}
          onClick={() => refresh.mutate()}
        >
          {t('refresh')}
        </Button>
      }
    >
      <SimulatedStrip />
      {servers.length >= SEARCH_FROM ? (
        <div className={styles.search}>
          <TextInput
            type="search"
            icon={<Search />}
            aria-label={t('find')}
            placeholder={t('find')}
            value={wanted}
            onChange={setWanted}
          />
        </div>
      ) : null}
      <section aria-labelledby="yours" className={styles.section}>
        <h2 id="yours" className={styles.heading}>
          {t('yours')}
        </h2>
        <ul className={styles.tiles}>
          <InviteTile />
          <Tiles servers={yours} />
        </ul>
        {yours.length === 0 ? (
          <p className={styles.caption}>
            {t.rich(whyNone, { own: (words) => <Link to="/tickets">{words}</Link> })}
          </p>
        ) : null}
      </section>
      {others.length > 0 ? (
        <section aria-labelledby="others" className={styles.section}>
          <div>
            <h2 id="others" className={styles.heading}>
              {t('others')}
            </h2>
            <p className={styles.caption}>{t('others_caption')}</p>
          </div>
          <ul className={styles.tiles}>
            <Tiles servers={others} />
          </ul>
        </section>
      ) : null}
    </Page>
  );
}

function Tiles({ servers }: { servers: readonly GuildEntry[] }) {
  return servers.map((server) => <ServerTile key={server.id} server={server} />);
}
