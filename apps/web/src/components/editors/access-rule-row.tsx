import type { AccessRule } from '@tickets/contract/panels/access-rules';
import { ArrowDown, ArrowUp, Check, Trash2, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Badge } from '../ui/badge.tsx';
import { IconButton } from '../ui/button.tsx';
import { RoleMark } from '../ui/choosing/option-marks.tsx';
import { cx } from '../ui/class-names.ts';
import styles from './editors.module.css';

export interface RuleActions {
  toggle: (role_id: string) => void;
  move: (role_id: string, by: -1 | 1) => void;
  remove: (role_id: string) => void;
}

interface AccessRuleRowProps extends RuleActions {
  rule: AccessRule;
  name: string;
  color: number;
  kind: 'everyone' | 'role' | 'deleted';
  index: number;
  isLast: boolean;
  /** Nothing of it can be changed. */
  isLocked: boolean;
  /** It stands below the rule for everybody. */
  unreachable: boolean;
  /** It decides for the imagined member. */
  decides: boolean;
  error: string | undefined;
}

export function AccessRuleRow(props: AccessRuleRowProps) {
  const { rule, name, color, kind, index, isLast, isLocked, unreachable, decides, error } = props;
  const t = useTranslations('editors.access');
  const { role_id, action } = rule;
  const remark =
    kind === 'deleted'
      ? t('deleted_hint')
      : unreachable
        ? t('unreachable')
        : kind === 'everyone'
          ? t('everyone')
          : undefined;
  const Icon = action === 'allow' ? Check : X;
  return (
    <li
      className={cx(styles.rule, decides && styles.decides)}
      data-role={role_id}
      aria-current={decides || undefined}
    >
      <span className={styles.place}>{index + 1}</span>
      <div className={styles.role}>
        <RoleMark color={color} />
        <span className={cx(styles.roleName, kind === 'deleted' && styles.gone)}>{name}</span>
        {decides ? <Badge tone="accent">{t('decides')}</Badge> : null}
        {remark ? <span className={styles.remark}>{remark}</span> : null}
      </div>
      <button
        type="button"
        data-action
        className={cx(styles.action, styles[action])}
        aria-label={t('action', { role: name, action: t(action) })}
        aria-invalid={error ? true : undefined}
        title={t(action === 'allow' ? 'press_deny' : 'press_allow', { role: name })}
        disabled={isLocked}
        onClick={() => props.toggle(role_id)}
      >
        <Icon aria-hidden="true" />
        {t(action)}
      </button>
      <div className={styles.order}>
        <IconButton
          size="small"
          label={t('up', { role: name })}
          data-move={-1}
          disabled={isLocked || index === 0}
          onClick={() => props.move(role_id, -1)}
        >
          <ArrowUp aria-hidden="true" />
        </IconButton>
        <IconButton
          size="small"
          label={t('down', { role: name })}
          data-move={1}
          disabled={isLocked || isLast}
          onClick={() => props.move(role_id, 1)}
        >
          <ArrowDown aria-hidden="true" />
        </IconButton>
        {kind === 'everyone' ? null : (
          <IconButton
            size="small"
            label={t('remove', { role: name })}
            disabled={isLocked}
            onClick={() => props.remove(role_id)}
          >
            <Trash2 aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {error ? (
        <p className={styles.ruleError} role="alert">
          {error}
        </p>
      ) : null}
    </li>
  );
}
