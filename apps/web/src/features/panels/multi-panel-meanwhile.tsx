import type { CustomEmbed } from '@tickets/contract/embeds/embeds';
import { useTranslations } from 'use-intl';
import { embedFormOf, embedPayload } from '../../components/editors/embed-form.ts';
import { useEmbedWords } from '../../components/meanwhile/embed-words.ts';
import { GoneDialog } from '../../components/meanwhile/gone-dialog.tsx';
import {
  MeanwhileDialog,
  type MeanwhileWords,
  type MeetingProps,
} from '../../components/meanwhile/meanwhile-dialog.tsx';
import { type MultiPanelForm, newMultiPanelForm } from './multi-panel-form.ts';
import type { MultiPanelData } from './use-multi-panel-data.ts';

type Parts = Omit<MultiPanelForm, 'embed'> & { embed: CustomEmbed };

const partsOf = (form: MultiPanelForm): Parts => ({ ...form, embed: embedPayload(form.embed) });
const formOf = (parts: Parts): MultiPanelForm => ({ ...parts, embed: embedFormOf(parts.embed) });

/** Who saved or deleted the multi-panel meanwhile, and what becomes of one's own changes. */
export function MultiPanelMeanwhile({
  data,
  ...props
}: MeetingProps<MultiPanelForm> & { data: MultiPanelData }) {
  const { meeting } = props;
  const words = useWords(data);
  if (meeting.theirs) return <MeanwhileDialog {...props} words={words} partsOf={partsOf} formOf={formOf} />;
  return (
    <GoneDialog {...props} what="multi_panel" name={meeting.base.embed.title} begun={newMultiPanelForm} />
  );
}

function useWords({ channels, panels }: MultiPanelData): MeanwhileWords {
  const t = useTranslations('panels');
  const embed = useEmbedWords();
  return {
    labelOf: (path) => {
      if (path === 'embed') return t('multi.message');
      if (path.startsWith('embed.'))
        return `${t('multi.message')}: ${embed.labelOf(path.slice('embed.'.length))}`;
      const key = `multi.field.${path}.label` as 'multi.field.panels.label';
      return t.has(key) ? t(key) : path;
    },
    textOf: (path, value) => {
      if (path.startsWith('embed.')) return embed.textOf(path.slice('embed.'.length), value);
      if (path === 'channel_id') {
        const name = channels.find(({ id }) => id === value)?.name;
        return name ? `#${name}` : t('unknown_channel');
      }
      if (path === 'panels' && Array.isArray(value))
        return value
          .map((id) => panels.find(({ panel_id }) => panel_id === id)?.title ?? t('unknown_panel'))
          .join(', ');
      return undefined;
    },
  };
}
