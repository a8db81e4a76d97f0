import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Avatar } from '../../components/ui/avatar.tsx';
import { Combobox } from '../../components/ui/combobox.tsx';
import { guildIconUrl } from '../../lib/cdn.ts';
import { useSession } from '../../lib/session.ts';
import { useGuildId } from '../../lib/use-guild.ts';
import styles from './server-head.module.css';
import { HeadContent, type ServerHeadProps } from './server-head.tsx';

export function ServerSwitcher(props: ServerHeadProps) {
  const t = useTranslations('common.nav');
  const navigate = useNavigate();
  const guildId = useGuildId();
  const servers = (useSession()?.guilds ?? []).filter((server) => server.permission_level > 0);
  return (
    <Combobox
      value={guildId}
      missingLabel={props.name}
      options={servers.map((server) => ({
        value: server.id,
        label: server.name,
        mark: <Avatar src={guildIconUrl(server)} name={server.name} size={20} shape="square" />,
      }))}
      onChange={(chosen) => {
        if (chosen) void navigate({ to: '/manage/$guildId', params: { guildId: chosen } });
      }}
      trigger={
        <button type="button" className={styles.head} aria-label={`${props.name}, ${t('switch_server')}`}>
          <HeadContent {...props} />
        </button>
      }
    />
  );
}
