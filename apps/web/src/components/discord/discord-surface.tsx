import { Surface, type SurfaceProps } from '@tickets/discord-ui/surface.tsx';
import { DashboardAsHost } from './discord-host.tsx';

/** The ground that everything of Discord's is drawn on, in the dashboard. */
export function DiscordSurface(props: SurfaceProps) {
  return (
    <DashboardAsHost>
      <Surface {...props} />
    </DashboardAsHost>
  );
}
