import { type AccessRule, accessRuleLimit, decideAccess } from '@tickets/contract/panels/access-rules';
import type { Role } from '@tickets/contract/servers/guild';
import { use, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Combobox } from '../ui/choosing/combobox.tsx';
import { roleOptions } from '../ui/choosing/option-marks.tsx';
import { Field } from '../ui/fields/field.tsx';
import { FormContext } from '../ui/fields/form.tsx';
import { toggled, withEveryone, withRule } from './access-list.ts';
import { AccessRuleRow, type RuleActions } from './access-rule-row.tsx';
import { AccessTester } from './access-tester.tsx';
import styles from './editors.module.css';
import { moved } from './order.ts';

export type RoleLike = Pick<Role, 'id' | 'name' | 'color' | 'position'> & Partial<Pick<Role, 'of_this_bot'>>;

export interface AccessListEditorProps {
  value: readonly AccessRule[];
  onChange: (rules: AccessRule[]) => void;
  roles: readonly RoleLike[];
  /** Also the id of @everyone. */
  guildId: string;
  max?: number;
  /** Why none of it can be changed. */
  refused?: string | undefined;
  /** Where the list stands in what is sent. */
  name?: string;
}

/** Who may open a ticket: an ordered list of roles, of which the first that a member has decides. */
export function AccessListEditor(props: AccessListEditorProps) {
  const {
    value,
    onChange,
    roles,
    guildId,
    max = accessRuleLimit,
    name = 'access_control_list',
    refused,
  } = props;
  const t = useTranslations('editors.access');
  const errorOf = use(FormContext)?.errorOf;
  const list = useRef<HTMLDivElement>(null);
  const next = useRef<string>(undefined);
  const [said, setSaid] = useState('');
  // The roles of an imagined member; undefined before anyone imagined one.
  const [held, setHeld] = useState<readonly string[]>();
  const rules = withEveryone(value, guildId);
  const known = useMemo(() => new Map(roles.map((role) => [role.id, role])), [roles]);
  // No member has the bot's own.
  const options = useMemo(
    () => roleOptions(roles.filter(({ id, of_this_bot }) => id !== guildId && !of_this_bot)),
    [roles, guildId],
  );
  const listed = new Set(rules.map(({ role_id }) => role_id));
  const full = rules.length >= max;
  const everyoneAt = rules.findIndex(({ role_id }) => role_id === guildId);
  const decision = decideAccess(rules, { guild_id: guildId, role_ids: held ?? [] });
  const nameOf = (id: string) => known.get(id)?.name ?? (id === guildId ? '@everyone' : t('deleted_role'));

  useLayoutEffect(() => {
    if (next.current === undefined) return;
    list.current?.querySelector<HTMLElement>(next.current)?.focus();
    next.current = undefined;
  });

  const actions: RuleActions = {
    toggle(role_id) {
      const now = toggled(rules, role_id);
      const action = now.find((rule) => rule.role_id === role_id)?.action ?? 'allow';
      setSaid(t(`said.${action}`, { role: nameOf(role_id) }));
      onChange(now);
    },
    move(role_id, by) {
      const from = rules.findIndex((rule) => rule.role_id === role_id);
      const to = from + by;
      const count = rules.length;
      setSaid(t('said.moved', { role: nameOf(role_id), rule: to + 1, count }));
      // At an end the button that was pressed is off, so the other one goes on.
      const onward = to === 0 ? 1 : to === count - 1 ? -1 : by;
      next.current = `[data-role="${role_id}"] [data-move="${onward}"]`;
      onChange(moved(rules, from, to));
    },
    remove(role_id) {
      const at = rules.findIndex((rule) => rule.role_id === role_id);
      const neighbour = rules[at + 1] ?? rules[at - 1];
      setSaid(t('said.removed', { role: nameOf(role_id) }));
      if (neighbour) next.current = `[data-role="${neighbour.role_id}"] [data-action]`;
      onChange(rules.filter((rule) => rule.role_id !== role_id));
    },
  };

  return (
    <div className={styles.access} ref={list}>
      <p className={styles.note}>{t('intro')}</p>
      <Field
        label={t('add')}
        hint={refused ? `${refused}.` : full ? t('full', { max }) : t('add_hint')}
        name={name}
        disabled={full || refused !== undefined}
      >
        <Combobox
          value={null}
          onChange={(role_id) => {
            if (role_id === null) return;
            setSaid(t('said.added', { role: nameOf(role_id) }));
            onChange(withRule(rules, role_id));
          }}
          options={options.filter((option) => !listed.has(option.value))}
          placeholder={t('add_placeholder')}
        />
      </Field>
      <ol className={styles.rules} aria-label={t('list')}>
        {rules.map((rule, index) => (
          <AccessRuleRow
            key={rule.role_id}
            rule={rule}
            name={nameOf(rule.role_id)}
            color={known.get(rule.role_id)?.color ?? 0}
            kind={rule.role_id === guildId ? 'everyone' : known.has(rule.role_id) ? 'role' : 'deleted'}
            index={index}
            isLast={index === rules.length - 1}
            isLocked={refused !== undefined}
            unreachable={index > everyoneAt}
            decides={held !== undefined && decision.rule === index}
            error={errorOf?.(`${name}.${index}.role_id`) ?? errorOf?.(`${name}.${index}.action`)}
            {...actions}
          />
        ))}
      </ol>
      <AccessTester held={held ?? []} onHeld={setHeld} options={options} decision={decision} />
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </div>
  );
}
