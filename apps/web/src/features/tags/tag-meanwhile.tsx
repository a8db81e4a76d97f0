import { useQuery } from '@tanstack/react-query';
import { type Json, sameJson } from '@tickets/contract/audit/changes';
import type { CustomEmbed } from '@tickets/contract/embeds/embeds';
import type { TagFields } from '@tickets/contract/tags/tags';
import { useTranslations } from 'use-intl';
import { useEmbedWords } from '../../components/meanwhile/embed-words.ts';
import { GoneDialog } from '../../components/meanwhile/gone-dialog.tsx';
import {
  MeanwhileDialog,
  type MeanwhileWords,
  type MeetingProps,
} from '../../components/meanwhile/meanwhile-dialog.tsx';
import { tagsQuery } from '../../lib/api/guild.queries.ts';
import { stateOf } from './tag-form.ts';

/** A tag uses an embed where it has one. */
type Parts = Omit<TagFields, 'use_embed'>;

const partsOf = ({ use_embed: _, ...tag }: TagFields): Parts => tag;
const formOf = (parts: Parts): TagFields => ({ ...parts, use_embed: parts.embed !== null });

/** Who saved or deleted the tag meanwhile, and what becomes of one's own changes. */
export function TagMeanwhile({ guildId, ...props }: MeetingProps<TagFields> & { guildId: string }) {
  const { meeting } = props;
  const t = useTranslations('meanwhile.gone');
  const { data: tags = {} } = useQuery(tagsQuery(guildId));
  const words = useWords();
  if (meeting.theirs) return <MeanwhileDialog {...props} words={words} partsOf={partsOf} formOf={formOf} />;
  // Another id is another tag: the one that was edited is deleted for it.
  const other = Object.values(tags).find((tag) => saysTheSame(tag, meeting.base));
  return (
    <GoneDialog
      {...props}
      what="tag"
      name={meeting.base.id}
      note={other && t('renamed', { id: other.id })}
      begun={stateOf(undefined).value}
    />
  );
}

const saysTheSame = (a: TagFields, b: TagFields) =>
  a.content === b.content && sameJson(asJson(a.embed), asJson(b.embed));
const asJson = (embed: TagFields['embed']) => JSON.parse(JSON.stringify(embed)) as Json;

function useWords(): MeanwhileWords {
  const t = useTranslations('tags.editor');
  const tTags = useTranslations('tags');
  const embed = useEmbedWords();
  const labels: Record<string, string> = {
    id: t('id'),
    content: t('content'),
    use_guild_command: t('alias'),
    use_embed: t('use_embed'),
    embed: tTags('embed'),
  };
  return {
    labelOf: (path) =>
      path.startsWith('embed.')
        ? `${tTags('embed')}: ${embed.labelOf(path.slice('embed.'.length))}`
        : (labels[path] ?? path),
    textOf: (path, value) => {
      if (path.startsWith('embed.')) return embed.textOf(path.slice('embed.'.length), value);
      if (path !== 'embed' || value === null) return undefined;
      // A tag's embed is nothing else.
      const { title, description } = value as Pick<CustomEmbed, 'title' | 'description'>;
      return [title, description].filter(Boolean).join('\n') || undefined;
    },
  };
}
