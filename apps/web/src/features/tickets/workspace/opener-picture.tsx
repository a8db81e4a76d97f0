import type { User } from '@tickets/contract/servers/guild';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { avatarUrl, proxiedAvatarUrl } from '../../../lib/discord/cdn.ts';

/** Beside the name of whoever opened a ticket. */
export function OpenerPicture({ opener, size = 24 }: { opener: User | null; size?: number }) {
  if (!opener) return <Avatar src={undefined} name="?" size={size} />;
  return (
    <Avatar
      src={avatarUrl(opener, 64)}
      fallbackSrc={proxiedAvatarUrl(opener.id)}
      name={opener.global_name || opener.username}
      size={size}
    />
  );
}
