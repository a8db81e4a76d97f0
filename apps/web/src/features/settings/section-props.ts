import type { Panel } from '@tickets/contract/panels/panels';
import type { Channel } from '@tickets/contract/servers/guild';
import type { Locale } from '@tickets/contract/settings/settings';
import type { ProposedField, SettingsForm } from './settings-form.ts';

/** What every section of the form gets. */
export interface SectionProps {
  form: SettingsForm;
  patch: (change: Partial<SettingsForm>) => void;
  channels: readonly Channel[];
  panels: readonly Panel[];
  locales: readonly Locale[];
  premium: boolean;
  /** The settings of which none is saved, so that the form proposes one. */
  unset: ReadonlySet<ProposedField>;
}
