import { Avatar } from '../../components/ui/avatar.tsx';
import { appConfig } from '../../lib/page/config.ts';

interface IntegrationPictureProps {
  name: string;
  /** What the API gives to fetch the picture with: browsers never ask where it is stored. */
  token?: string | undefined;
  /** Where our server has it fetched, while its address is being typed. */
  src?: string | undefined;
  size?: number;
}

/** The picture of an integration, or the first letter of its name. */
export function IntegrationPicture({ name, token, src, size = 48 }: IntegrationPictureProps) {
  const [letter = ''] = name.trim();
  return <Avatar src={token ? proxied(token) : src} name={letter} size={size} shape="square" />;
}

function proxied(token: string): string {
  return `${appConfig().api_url.replace(/\/$/, '')}/image-proxy?token=${encodeURIComponent(token)}`;
}
