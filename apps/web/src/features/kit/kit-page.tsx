import { Page } from '../../components/layout/page.tsx';

export function KitPage() {
  return <Page title="Kit">…</Page>;
}
