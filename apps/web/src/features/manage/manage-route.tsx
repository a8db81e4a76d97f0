import { useRouteContext } from '@tanstack/react-router';
import { ManageLayout } from './manage-layout.tsx';

export function ManageRoute() {
  const { level } = useRouteContext({ from: '/manage/$guildId' });
  return <ManageLayout level={level} />;
}
