import type { Json } from '@tickets/contract/audit/changes';
import type { Panel } from '@tickets/contract/panels/panels';
import type { Channel } from '@tickets/contract/servers/guild';
import type { Locale } from '@tickets/contract/settings/settings';
import { useTranslations } from 'use-intl';
import {
  MeanwhileDialog,
  type MeanwhileWords,
  type MeetingProps,
} from '../../components/meanwhile/meanwhile-dialog.tsx';
import { durationFromSeconds } from '../../lib/time/time.ts';
import {
  fieldOfPath,
  OVERFLOW_DISABLED,
  OVERFLOW_UNCATEGORISED,
  type SettingsForm,
} from './settings-form.ts';
import { isSetting } from './settings-sections.ts';

interface SettingsMeanwhileProps extends MeetingProps<SettingsForm>, Lists {}

interface Lists {
  channels: readonly Channel[];
  panels: readonly Panel[];
  locales: readonly Locale[];
}

const same = (form: SettingsForm) => form;

/** Who saved the settings meanwhile, and what becomes of one's own changes. */
export function SettingsMeanwhile({ channels, panels, locales, ...meeting }: SettingsMeanwhileProps) {
  return (
    <MeanwhileDialog
      {...meeting}
      words={useWords({ channels, panels, locales })}
      partsOf={same}
      formOf={same}
      // Nobody types in what they cannot view, whoever of two turned which off.
      isWhole={(path) => path === 'claim_settings'}
    />
  );
}

/** Settings that have their name from the section in which they stand alone. */
const named = {
  claim_settings: 'claiming',
  auto_close: 'auto_close',
  ticket_permissions: 'permissions',
  colours: 'colours',
} as const;
const isNamed = (path: string): path is keyof typeof named => path in named;

function useWords({ channels, panels, locales }: Lists): MeanwhileWords {
  const t = useTranslations('settings');
  const durationOf = useDurationText();
  const labelOf = useSettingLabel();
  const channelOf = (id: Json) => {
    const channel = channels.find((one) => one.id === id);
    return channel && (channel.type === 0 ? `#${channel.name}` : channel.name);
  };
  const textOf = (path: string, value: Json): string | undefined => {
    switch (path) {
      case 'archive_channel':
      case 'ticket_notification_channel':
        return value ? (channelOf(value) ?? t('unknown_channel')) : t('none');
      case 'category':
        return value ? (channelOf(value) ?? t('unknown_category')) : t('none');
      case 'overflow':
        if (value === OVERFLOW_DISABLED) return t('disabled');
        if (value === OVERFLOW_UNCATEGORISED) return t('uncategorised');
        return channelOf(value) ?? t('unknown_category');
      case 'language':
        return (
          locales.find(({ iso_short_code }) => iso_short_code === value)?.local_name ?? t('server_default')
        );
      case 'naming_scheme':
        return value === 'id' || value === 'username' ? t(`naming.${value}`) : undefined;
      case 'context_menu_permission_level':
        return value === '0' || value === '1' || value === '2' ? t(`level.${value}`) : undefined;
      case 'context_menu_panel':
        return panels.find(({ panel_id }) => panel_id === value)?.title ?? t('none');
      case 'claim_settings': {
        const { support_can_view, support_can_type } = value as SettingsForm['claim_settings'];
        if (support_can_type) return t('summary.claim_write');
        return t(support_can_view ? 'summary.claim_read' : 'summary.claim_hidden');
      }
      case 'auto_close.since_open_with_no_response':
      case 'auto_close.since_last_message':
        return durationOf(Number(value));
    }
    return undefined;
  };
  return {
    labelOf,
    textOf,
  };
}

/** What a setting is called. */
export function useSettingLabel(): (path: string) => string {
  const t = useTranslations('settings');
  return (path) => {
    const field = fieldOfPath(path);
    if (isNamed(field)) return t(`sections.${named[field]}`);
    return isSetting(field) ? t(`fields.${field}.label`) : field;
  };
}

function useDurationText(): (seconds: number) => string {
  const t = useTranslations('meanwhile');
  return (seconds) => {
    const parts = durationFromSeconds(seconds);
    const said = (['days', 'hours', 'minutes'] as const).filter((unit) => parts[unit] > 0);
    return said.length ? said.map((unit) => t(unit, { count: parts[unit] })).join(' ') : t('off');
  };
}
