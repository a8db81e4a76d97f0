import { useNavigate } from '@tanstack/react-router';
import { ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Avatar } from '../../components/ui/avatar.tsx';
import { Combobox } from '../../components/ui/choosing/combobox.tsx';
import { guildIconUrl } from '../../lib/discord/cdn.ts';
import { useGuildId } from '../../lib/page/use-guild.ts';
import { useSession } from '../../lib/session/session.ts';
import styles from './server-head.module.css';

/** The server's icon and name. Pressing it lists the others to switch to. */
export function ServerHead({ icon, name }: { icon: ReactNode; name: string }) {
  const t = useTranslations('common.nav');
  const navigate = useNavigate();
  const guildId = useGuildId();
  const servers = (useSession()?.guilds ?? []).filter((server) => server.permission_level > 0);
  return (
    <Combobox
      value={guildId}
      missingLabel={name}
      options={servers.map((server) => ({
        value: server.id,
        label: server.name,
        mark: <Avatar src={guildIconUrl(server)} name={server.name} size={20} shape="square" />,
      }))}
      onChange={(chosen) => {
        if (chosen) void navigate({ to: '/manage/$guildId', params: { guildId: chosen } });
      }}
      trigger={
        <button type="button" className={styles.head} aria-label={t('switch_server_from', { name })}>
          {icon}
          <span className={styles.name}>{name}</span>
          <ChevronsUpDown className={styles.chevron} aria-hidden="true" />
        </button>
      }
    />
  );
}
