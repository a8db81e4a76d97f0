import type { Channel } from '@tickets/contract/guild';
import type { Panel } from '@tickets/contract/panels';
import type { Locale } from '@tickets/contract/settings';
import type { SettingsForm } from './settings-form.ts';

/** What every section of the form gets. */
export interface SectionProps {
  form: SettingsForm;
  patch: (change: Partial<SettingsForm>) => void;
  channels: readonly Channel[];
  panels: readonly Panel[];
  locales: readonly Locale[];
  premium: boolean;
}
