import type { CustomEmbed } from '@tickets/contract/embeds/embeds';
import { embedFormOf, embedPayload } from '../../components/editors/embed-form.ts';
import type { MessageForm, PanelForm } from './panel-form.ts';

interface PanelParts extends Omit<PanelForm, 'message' | 'welcome'> {
  message: Omit<MessageForm, 'use_custom_emoji' | 'emoji' | 'custom_emoji'> & { emote: string };
  /** Null is the server's. */
  welcome: CustomEmbed | null;
}

/** A panel in the parts of which one decides alone: what only counts together with something else is one part with it. */
export function panelParts({ message, welcome, ...form }: PanelForm): PanelParts {
  const { use_custom_emoji, emoji, custom_emoji, ...rest } = message;
  const emote = use_custom_emoji ? (custom_emoji ? `<:${custom_emoji.name}:${custom_emoji.id}>` : '') : emoji;
  return {
    ...form,
    message: { ...rest, emote },
    welcome: welcome.use_server_welcome ? null : embedPayload(welcome.embed),
  };
}

/** What is not in the parts, because it does not count, is as in `theirs`. */
export function panelOfParts({ message, welcome, ...parts }: PanelParts, theirs: PanelForm): PanelForm {
  const { emote, ...rest } = message;
  const [, name, id] = /^<:(.*):(\d+)>$/.exec(emote) ?? [];
  return {
    ...parts,
    message: {
      ...rest,
      use_custom_emoji: Boolean(name && id),
      emoji: name && id ? '' : emote,
      custom_emoji: name && id ? { name, id } : null,
    },
    welcome: {
      use_server_welcome: welcome === null,
      embed: welcome ? embedFormOf(welcome) : theirs.welcome.embed,
    },
  };
}
