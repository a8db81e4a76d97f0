import { integrationLimits } from '@tickets/contract/integrations/integration-limits';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../components/ui/button.tsx';
import { TextInput } from '../../components/ui/fields/text-input.tsx';
import styles from './integrations.module.css';

interface SecretInputProps {
  value: string;
  onChange: (value: string) => void;
}

/** Nobody who looks over a shoulder reads what is typed, unless whoever types it wants to see it. */
export function SecretInput({ value, onChange }: SecretInputProps) {
  const t = useTranslations('integrations.secrets');
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className={styles.secret}>
      <TextInput
        type={isShown ? 'text' : 'password'}
        value={value}
        onChange={onChange}
        limit={integrationLimits.secret_value}
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="none"
      />
      <IconButton label={t(isShown ? 'hide' : 'show')} onClick={() => setShown(!isShown)}>
        <Icon aria-hidden="true" />
      </IconButton>
    </div>
  );
}
