import { useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSuggestions } from '../../../components/ui/choosing/use-suggestions.tsx';
import { tagsQuery } from '../../../lib/api/guild.queries.ts';
import { slashAt, tagsFor } from './tag-slash.ts';

interface TagSlashOptions {
  guildId: string;
  box: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onChange: (text: string) => void;
  /** For tags that are nothing but an embed, which no text box can hold. */
  onSendTag: (id: string) => void;
  enabled: boolean;
}

/** The tags that a slash offers in a text box. The text of the chosen one takes the place of slash and letters. */
export function useTagSlash({ guildId, box, text, onChange, onSendTag, enabled }: TagSlashOptions) {
  const t = useTranslations('tickets.ticket.send_tag');
  /** Known only behind a slash: a box that followed it everywhere would be drawn twice for each letter. */
  const [cursor, setCursor] = useState<number>();
  const [dismissed, setDismissed] = useState<number>();
  const slash = enabled && cursor !== undefined ? slashAt(text, cursor) : undefined;
  if (!slash && dismissed !== undefined) setDismissed(undefined);
  const tags = useQuery({ ...tagsQuery(guildId), enabled: slash !== undefined });
  const isOpen = slash && slash.start !== dismissed && tags.data;

  const suggestions = useSuggestions({
    label: t('offered'),
    options: isOpen ? tagsFor(slash.letters, tags.data, t('embed_only')) : [],
    picksFirst: true,
    onDismiss: () => setDismissed(slash?.start),
    onPick: (id) => {
      const tag = tags.data?.[id];
      if (!slash || !tag) return;
      const content = tag.content?.trim() ? tag.content : '';
      put(box.current, slash, content, onChange);
      if (!content) onSendTag(id);
    },
  });
  const followCursor = ({ value, selectionEnd }: HTMLTextAreaElement) =>
    setCursor(slashAt(value, selectionEnd) ? selectionEnd : undefined);
  return { ...suggestions, followCursor };
}

/** Puts a text in the place of a part of what a box holds, as typing does where the browser can: it can be undone. */
function put(
  box: HTMLTextAreaElement | null,
  { start, end }: { start: number; end: number },
  text: string,
  onChange: (text: string) => void,
): void {
  if (!box) return;
  box.focus();
  box.setSelectionRange(start, end);
  if (document.execCommand?.(text ? 'insertText' : 'delete', false, text)) return;
  onChange(box.value.slice(0, start) + text + box.value.slice(end));
}
