import { DiscordPreview } from '../../components/discord/discord-preview.tsx';
import { type PanelForm, panelPreview } from './panel-form.ts';

/** The message as members will find it in the channel. */
export function PanelPreview({ form }: { form: PanelForm }) {
  const { embed, button } = panelPreview(form);
  return <DiscordPreview embeds={[embed]} components={[{ type: 1, components: [button] }]} />;
}
