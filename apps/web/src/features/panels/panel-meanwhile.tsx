import type { Json } from '@tickets/contract/audit/changes';
import type { AccessRule } from '@tickets/contract/panels/access-rules';
import { useTranslations } from 'use-intl';
import { useEmbedWords } from '../../components/meanwhile/embed-words.ts';
import { GoneDialog } from '../../components/meanwhile/gone-dialog.tsx';
import {
  MeanwhileDialog,
  type MeanwhileWords,
  type MeetingProps,
} from '../../components/meanwhile/meanwhile-dialog.tsx';
import { DEFAULT_TEAM, newPanelForm, type PanelForm } from './panel-form.ts';
import { panelOfParts, panelParts } from './panel-parts.ts';
import type { EditorData } from './use-editor-data.ts';

interface PanelMeanwhileProps extends MeetingProps<PanelForm> {
  data: EditorData;
  guildId: string;
}

/** Who saved or deleted the panel meanwhile, and what becomes of one's own changes. */
export function PanelMeanwhile({ data, guildId, ...props }: PanelMeanwhileProps) {
  const { meeting } = props;
  const words = usePanelWords(data);
  if (meeting.theirs)
    return <MeanwhileDialog {...props} words={words} partsOf={panelParts} formOf={panelOfParts} />;
  return (
    <GoneDialog {...props} what="panel" name={meeting.base.message.title} begun={newPanelForm(guildId)} />
  );
}

function usePanelWords({ channels, roles, forms, teams }: EditorData): MeanwhileWords {
  const t = useTranslations('panels');
  const embed = useEmbedWords();
  const nameOf = (id: Json, list: readonly { id: string | number; name: string }[]) =>
    list.find((one) => String(one.id) === String(id))?.name;
  const roleOf = (id: Json) => {
    const name = nameOf(id, roles);
    return name ? `@${name.replace(/^@/, '')}` : t('deleted_role');
  };
  const textsOf: Record<string, (value: Json) => string | undefined> = {
    channel_id: (id) => {
      const name = nameOf(id, channels);
      return name ? `#${name}` : t('unknown_channel');
    },
    category_id: (id) => nameOf(id, channels) ?? t(id ? 'unknown_category' : 'none'),
    pending_category: (id) => nameOf(id, channels) ?? t(id ? 'unknown_category' : 'disabled'),
    form_id: (id) => forms.find(({ form_id }) => String(form_id) === id)?.title ?? t('none'),
    exit_survey_form_id: (id) => forms.find(({ form_id }) => String(form_id) === id)?.title ?? t('none'),
    button_style: (style) =>
      style === '1' || style === '2' || style === '3' || style === '4' ? t(`style.${style}`) : undefined,
    mentions: (ids) =>
      listText(ids, (id) => (id === 'user' ? t('opener') : id === 'here' ? t('here') : roleOf(id))),
    teams: (ids) =>
      listText(ids, (id) =>
        id === DEFAULT_TEAM ? t('default_team') : (nameOf(id, teams) ?? t('deleted_team')),
      ),
    access_control_list: (rules) =>
      listText(rules, (rule) => {
        // The list of a panel's form holds nothing else.
        const { role_id, action } = rule as Pick<AccessRule, 'role_id' | 'action'>;
        return `${action === 'allow' ? '✓' : '✕'} ${roleOf(role_id)}`;
      }),
    emote: (emote) => (typeof emote === 'string' ? emote.replace(/^<(:.*:)\d+>$/, '$1') : undefined),
    welcome: (value) => (value === null ? t('summary.server_welcome') : undefined),
  };
  return {
    labelOf: (path) => {
      if (path.startsWith('welcome.'))
        return `${t('sections.welcome')}: ${embed.labelOf(path.slice('welcome.'.length))}`;
      const field = path.slice(path.indexOf('.') + 1);
      if (field === 'welcome' || field === 'welcome_message') return t('sections.welcome');
      if (field === 'access_control_list') return t('sections.access');
      if (field === 'default_team') return t('field.teams.label');
      const key = `field.${field}.label` as 'field.title.label';
      return t.has(key) ? t(key) : field;
    },
    textOf: (path, value) => {
      if (path.startsWith('welcome.')) return embed.textOf(path.slice('welcome.'.length), value);
      return textsOf[path.slice(path.indexOf('.') + 1)]?.(value);
    },
  };
}

const listText = (list: Json, textOf: (item: Json) => string) =>
  Array.isArray(list) ? list.map(textOf).join(', ') : undefined;
