import { isGated } from '@tickets/contract/premium/gates';
import { outlastingSettings } from '@tickets/contract/settings/outlasting';
import { createContext, type ReactNode, use } from 'react';
import { useTranslations } from 'use-intl';
import { Field } from '../../components/ui/fields/field.tsx';
import { Switch } from '../../components/ui/fields/switch.tsx';
import { refusedField, useFieldRefusal } from '../../lib/page/let-in.ts';
import type { SettingName } from './settings-sections.ts';

/** The settings that the filter leaves; undefined for all. */
export const FoundSettings = createContext<ReadonlySet<SettingName> | undefined>(undefined);

interface SettingProps {
  name: SettingName;
  disabled?: boolean;
  /** Why it is disabled, and what would change that. */
  reason?: string | undefined;
  /** What is to be known of its value, beside what the setting is for. */
  note?: string | undefined;
  required?: boolean;
  group?: boolean;
  inline?: boolean;
  children: ReactNode;
}

/** One setting with its texts. While something is looked for, only what was found is shown. */
export function Setting({ name, children, reason, note, disabled = false, ...field }: SettingProps) {
  const t = useTranslations('settings.fields');
  const found = use(FoundSettings);
  const refused = useFieldRefusal()(outlastingSettings, name);
  if (found && !found.has(name)) return null;
  const hint = [t(`${name}.hint`), disabled && reason, note].filter(Boolean).join(' ');
  const judged = refusedField(refused, hint);
  return (
    <Field
      {...field}
      {...judged}
      disabled={disabled || judged.disabled}
      name={name}
      premium={isGated(name)}
      label={t(`${name}.label`)}
    >
      {children}
    </Field>
  );
}

interface SwitchSettingProps {
  name: SettingName;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  reason?: string;
}

export function SwitchSetting({ name, checked, onChange, disabled = false, reason }: SwitchSettingProps) {
  return (
    <Setting name={name} inline disabled={disabled} reason={reason}>
      <Switch checked={checked} onChange={onChange} />
    </Setting>
  );
}
