import { createContext, type ReactNode, use } from 'react';
import { useTranslations } from 'use-intl';
import { Field } from '../../components/ui/field.tsx';
import { Switch } from '../../components/ui/switch.tsx';
import type { SettingName } from './settings-sections.ts';

/** The settings that the filter leaves; undefined for all. */
export const FoundSettings = createContext<ReadonlySet<SettingName> | undefined>(undefined);

interface SettingProps {
  name: SettingName;
  premium?: boolean;
  disabled?: boolean;
  required?: boolean;
  group?: boolean;
  inline?: boolean;
  children: ReactNode;
}

/** One setting with its texts. While something is looked for, only what was found is shown. */
export function Setting({ name, children, ...field }: SettingProps) {
  const t = useTranslations('settings.fields');
  const found = use(FoundSettings);
  if (found && !found.has(name)) return null;
  return (
    <Field {...field} name={name} label={t(`${name}.label`)} hint={t(`${name}.hint`)}>
      {children}
    </Field>
  );
}

interface SwitchSettingProps {
  name: SettingName;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

export function SwitchSetting({ name, checked, onChange, disabled = false }: SwitchSettingProps) {
  return (
    <Setting name={name} inline disabled={disabled}>
      <Switch checked={checked} onChange={onChange} />
    </Setting>
  );
}
