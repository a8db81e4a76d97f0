import { type PictureSource, useDiscordHost } from '../host.ts';

interface PictureProps {
  picture: PictureSource | null | undefined;
  alt?: string;
  className?: string | undefined;
}

/** A picture that came with a message, where the host lets the browser fetch it. */
export function Picture({ picture, alt = '', className }: PictureProps) {
  const { usePictureUrl } = useDiscordHost();
  const src = usePictureUrl(picture);
  return src ? <img className={className} src={src} alt={alt} loading="lazy" /> : null;
}
