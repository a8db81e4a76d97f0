import type { AccessDecision } from '@tickets/contract/panels/access-rules';
import { Check, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { ComboboxOption } from '../ui/choosing/combobox-rows.ts';
import { MultiCombobox } from '../ui/choosing/multi-combobox.tsx';
import { cx } from '../ui/class-names.ts';
import { Field } from '../ui/fields/field.tsx';
import styles from './editors.module.css';

interface AccessTesterProps {
  /** The roles of an imagined member. */
  held: readonly string[];
  onHeld: (held: readonly string[]) => void;
  options: readonly ComboboxOption[];
  decision: AccessDecision;
}

/** Answers what the rules above mean for someone, by the function that the bot asks, too. */
export function AccessTester({ held, onHeld, options, decision }: AccessTesterProps) {
  const t = useTranslations('editors.access.tester');
  const Icon = decision.allowed ? Check : X;
  return (
    <div className={styles.tester}>
      <Field label={t('title')} hint={t('hint')}>
        <MultiCombobox values={held} onChange={onHeld} options={options} placeholder={t('placeholder')} />
      </Field>
      <p role="status" className={cx(styles.outcome, decision.allowed ? styles.allowed : styles.denied)}>
        <Icon aria-hidden="true" />
        {t(held.length ? 'with_roles' : 'without_roles', {
          outcome: t(decision.allowed ? 'allowed' : 'denied'),
          rule: (decision.rule ?? 0) + 1,
        })}
      </p>
    </div>
  );
}
