import type { Json } from '@tickets/contract/audit/changes';
import { hexFromInt } from '@tickets/discord-ui/colour';
import { useTranslations } from 'use-intl';
import type { MeanwhileWords } from './meanwhile-dialog.tsx';

/** The labels of an embed's fields, as its editor has them. */
const labels = {
  title: 'title',
  url: 'url',
  description: 'description',
  colour: 'colour',
  'author.name': 'author_name',
  'author.icon_url': 'author_icon_url',
  'author.url': 'author_url',
  image_url: 'image_url',
  thumbnail_url: 'thumbnail_url',
  'footer.text': 'footer_text',
  'footer.icon_url': 'footer_icon_url',
  timestamp: 'timestamp',
  fields: 'fields',
} as const;
const isLabelled = (path: string): path is keyof typeof labels => path in labels;

/** Words for the fields of an embed, by their paths in it. */
export function useEmbedWords(): { labelOf: (path: string) => string } & Pick<MeanwhileWords, 'textOf'> {
  const t = useTranslations('editors.embed');
  return {
    labelOf: (path) => (isLabelled(path) ? t(labels[path]) : path),
    textOf: (path, value) => {
      if (path === 'colour' && typeof value === 'number') return hexFromInt(value);
      if (path === 'fields' && Array.isArray(value)) return value.map(fieldText).join('\n');
      return undefined;
    },
  };
}

function fieldText(field: Json): string {
  const { name, value } = field as { name?: string; value?: string };
  return `${name}: ${value}`;
}
