import type { AccessDecision } from '@tickets/contract/access-rules';
import { Check, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { cx } from '../ui/class-names.ts';
import { Combobox, type ComboboxOption } from '../ui/combobox.tsx';
import { Field } from '../ui/field.tsx';
import styles from './editors.module.css';

interface AccessTesterProps {
  /** The roles of an imagined member. */
  held: readonly string[];
  onHeld: (held: readonly string[]) => void;
  options: readonly ComboboxOption[];
  decision: AccessDecision;
}

/** Answers what the rules above mean for somebody, by the function that the bot asks, too. */
export function AccessTester({ held, onHeld, options, decision }: AccessTesterProps) {
  const t = useTranslations('editors.access.tester');
  return (
    <div className={styles.tester}>
      <Field label={t('title')} hint={t('hint')}>
        <Combobox
          value={null}
          onChange={(role) => {
            if (role !== null) onHeld([...held, role]);
          }}
          options={options.filter(({ value }) => !held.includes(value))}
          placeholder={t('placeholder')}
        />
      </Field>
      {held.length ? (
        <ul className={styles.chips} aria-label={t('roles')}>
          {options
            .filter(({ value }) => held.includes(value))
            .map(({ value, label, mark }) => (
              <li key={value} className={styles.chip}>
                {mark}
                <span className={styles.roleName}>{label}</span>
                <button
                  type="button"
                  aria-label={t('remove', { role: label })}
                  title={t('remove', { role: label })}
                  onClick={() => onHeld(held.filter((role) => role !== value))}
                >
                  <X aria-hidden="true" />
                </button>
              </li>
            ))}
        </ul>
      ) : null}
      <Outcome decision={decision} withRoles={held.length > 0} />
    </div>
  );
}

function Outcome({ decision, withRoles }: { decision: AccessDecision; withRoles: boolean }) {
  const t = useTranslations('editors.access.tester');
  const Icon = decision.allowed ? Check : X;
  return (
    <p role="status" className={cx(styles.outcome, decision.allowed ? styles.allowed : styles.denied)}>
      <Icon aria-hidden="true" />
      {t(withRoles ? 'with_roles' : 'without_roles', {
        outcome: t(decision.allowed ? 'allowed' : 'denied'),
        rule: (decision.rule ?? 0) + 1,
      })}
    </p>
  );
}
