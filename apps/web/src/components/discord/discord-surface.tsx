import { Surface, type SurfaceProps } from '@tickets/discord-ui/surface.tsx';
import { DashboardAsHost } from './discord-host.tsx';

interface DiscordSurfaceProps extends SurfaceProps {
  /** What is drawn is being written, with addresses of pictures that our server has not seen. */
  isTyped?: boolean;
}

/** The ground that everything of Discord's is drawn on, in the dashboard. */
export function DiscordSurface({ isTyped, ...props }: DiscordSurfaceProps) {
  return (
    <DashboardAsHost isTyped={isTyped}>
      <Surface {...props} />
    </DashboardAsHost>
  );
}
