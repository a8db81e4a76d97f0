import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { GuildEntry } from '@tickets/contract/sessions/session';
import { useId, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Avatar } from '../../components/ui/avatar.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Form } from '../../components/ui/form.tsx';
import { SaveBar } from '../../components/ui/save-bar.tsx';
import { Switch } from '../../components/ui/switch.tsx';
import { guildIconUrl } from '../../lib/cdn.ts';
import { errorText } from '../../lib/query-client.ts';
import { toast } from '../../lib/toast.ts';
import { useDraft } from '../../lib/use-draft.ts';
import styles from './server-choice.module.css';
import { chooseServersMutation } from './subscription.queries.ts';

interface ServerChoiceProps {
  /** Those that can be chosen. */
  servers: readonly GuildEntry[];
  /** Every server whose name is known. */
  names: readonly GuildEntry[];
  limit: number;
  /** The servers that have premium by this subscription now. */
  stored: readonly string[];
}

export function ServerChoice({ servers, names, limit, stored }: ServerChoiceProps) {
  const t = useTranslations('premium');
  const save = useMutation(chooseServersMutation(useQueryClient()));
  const draft = useDraft(useMemo(() => ({ chosen: stored.toSorted() }), [stored]));
  const [isPressed, setIsPressed] = useState(false);
  const { chosen } = draft.value;
  const listed = new Set(servers.map(({ id }) => id));
  // Somebody may have left a server, or lost their level there, since they chose it.
  const gone = [...new Set([...stored, ...chosen])].filter((id) => !listed.has(id));
  const rows = [
    ...servers,
    ...gone.map(
      (id) => names.find((server) => server.id === id) ?? { id, name: t('unknown', { id }), icon: '' },
    ),
  ];

  function toggle(id: string, isOn: boolean) {
    setIsPressed(isOn && chosen.length >= limit);
    if (!isOn) draft.patch({ chosen: chosen.filter((one) => one !== id) });
    else if (chosen.length < limit) draft.patch({ chosen: [...chosen, id].toSorted() });
  }

  return (
    <Form
      onSubmit={() =>
        save.mutate(chosen, {
          onSuccess: () => toast.success(t('saved')),
          onError: (error) => toast.error(t('save_failed', { error: errorText(error) })),
        })
      }
    >
      <Card title={t('card')} description={t('chosen', { count: chosen.length, limit })} flush>
        {rows.length ? (
          <ul aria-label={t('list')}>
            {rows.map((server) => (
              <ServerRow
                key={server.id}
                server={server}
                isOn={chosen.includes(server.id)}
                onToggle={(isOn) => toggle(server.id, isOn)}
              />
            ))}
          </ul>
        ) : (
          <p className={styles.note}>{t('none')}</p>
        )}
        <p className={styles.note} role="status">
          {isPressed && chosen.length >= limit ? t('full') : null}
        </p>
        <div className={styles.foot}>
          <SaveBar
            always
            dirty={draft.dirty}
            saving={save.isPending}
            submitLabel={t('save')}
            onReset={draft.reset}
          />
        </div>
      </Card>
    </Form>
  );
}

interface ServerRowProps {
  server: Pick<GuildEntry, 'id' | 'name' | 'icon'>;
  isOn: boolean;
  onToggle: (isOn: boolean) => void;
}

function ServerRow({ server, isOn, onToggle }: ServerRowProps) {
  const id = useId();
  return (
    <li>
      <label className={styles.server} htmlFor={id}>
        <Avatar src={guildIconUrl(server)} name={server.name} size={32} shape="square" />
        <span className={styles.name}>{server.name}</span>
        <Switch id={id} checked={isOn} onChange={onToggle} />
      </label>
    </li>
  );
}
