import type { useTranslations } from 'use-intl';
import { DEFAULT_TEAM, NO_FORM, type PanelForm } from './panel-form.ts';
import type { PanelSection } from './panel-problems.ts';
import type { EditorData } from './use-editor-data.ts';

/** One line of what is in a section, for as long as it is closed. */
export function summaryOf(
  section: PanelSection,
  form: PanelForm,
  { channels, teams, forms, roles }: EditorData,
  { t, guildId }: { t: ReturnType<typeof useTranslations<'panels'>>; guildId: string },
): string {
  switch (section) {
    case 'ticket': {
      const { ticket } = form;
      const names = ticket.teams.map((id) =>
        id === DEFAULT_TEAM
          ? t('default_team')
          : (teams.find((team) => String(team.id) === id)?.name ?? t('deleted_team')),
      );
      const asked = forms.find(
        ({ form_id }) => ticket.form_id !== NO_FORM && String(form_id) === ticket.form_id,
      );
      return joined(
        t('summary.team', { count: names.length, names: names.join(', ') }),
        channels.find(({ id }) => id === ticket.category_id)?.name,
        asked && t('badge.form', { title: asked.title }),
      );
    }
    case 'message': {
      const { message } = form;
      const channel = channels.find(({ id }) => id === message.channel_id);
      return joined(
        channel ? `#${channel.name}` : t(message.channel_id ? 'unknown_channel' : 'summary.no_channel'),
        message.title.trim(),
        message.disabled && t('summary.disabled'),
      );
    }
    case 'welcome': {
      const { use_server_welcome, embed } = form.welcome;
      if (use_server_welcome) return t('summary.server_welcome');
      return embed.title.trim() || embed.description.trim().slice(0, 80) || t('summary.no_welcome');
    }
    case 'access': {
      const rules = form.access_control_list;
      const [only] = rules;
      if (rules.length === 1 && only?.role_id === guildId)
        return t(only.action === 'allow' ? 'summary.everyone' : 'summary.nobody');
      const named = rules.length === 2 && roles.find(({ id }) => id === rules[0]?.role_id)?.name;
      return joined(t('summary.rules', { count: rules.length }), named);
    }
  }
}

const joined = (...parts: (string | false | undefined)[]) => parts.filter(Boolean).join(' · ');
