import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { GuildEntry } from '@tickets/contract/sessions/session';
import { Server } from 'lucide-react';
import { useMemo } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Avatar } from '../../components/ui/avatar.tsx';
import { Card } from '../../components/ui/card.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Form } from '../../components/ui/form.tsx';
import { SaveBar } from '../../components/ui/save-bar.tsx';
import { Switch } from '../../components/ui/switch.tsx';
import { defaultAvatarUrl, guildIconUrl } from '../../lib/cdn.ts';
import { errorText } from '../../lib/query-client.ts';
import { toast } from '../../lib/toast.ts';
import { useDraft } from '../../lib/use-draft.ts';
import styles from './premium.module.css';
import { chooseServersMutation } from './premium.queries.ts';

interface ChooseServersProps {
  guilds: readonly GuildEntry[];
  stored: string[];
  permitted: number;
  expires_at: string | null;
}

/** The servers that somebody administers, and those that they chose before, each with a switch. */
export function ChooseServers({ guilds, stored, permitted, expires_at }: ChooseServersProps) {
  const t = useTranslations('premium');
  const queryClient = useQueryClient();
  const draft = useDraft(useMemo(() => ({ selected: stored }), [stored]));
  const save = useMutation(chooseServersMutation(queryClient));
  const { selected } = draft.value;
  const isFull = selected.length >= permitted;

  const toggle = (id: string, isOn: boolean) =>
    draft.patch((now) => {
      const others = now.selected.filter((chosen) => chosen !== id);
      if (!isOn) return { selected: others };
      // What is more than permitted is ignored.
      return others.length < permitted ? { selected: [...others, id] } : {};
    });
  const submit = () =>
    save.mutate(selected, {
      onSuccess: () => {
        toast.success(t('saved'));
        draft.reset();
      },
      onError: (error) => toast.error(t('failed.save', { error: errorText(error) })),
    });

  const rows = rowsOf(guilds, [...new Set([...stored, ...selected])]);
  return (
    <Card
      title={t('card')}
      description={
        <>
          <span role="status">
            {t('chosen', { chosen: selected.length, permitted })} {isFull ? t('full') : null}
          </span>{' '}
          {expires_at ? <Ends expires_at={expires_at} /> : null}
        </>
      }
    >
      <Form onSubmit={submit}>
        {rows.length ? (
          <ul className={styles.servers}>
            {rows.map((row) => (
              <li key={row.id} className={styles.server}>
                <Avatar
                  src={row.guild && guildIconUrl(row.guild)}
                  {...(row.guild?.icon ? { fallbackSrc: defaultAvatarUrl(row.id) } : {})}
                  name={row.guild?.name ?? '?'}
                  shape="square"
                />
                <Field
                  inline
                  className={styles.field}
                  label={row.guild?.name ?? t('unknown', { id: row.id })}
                  hint={row.note && t(row.note)}
                >
                  <Switch checked={selected.includes(row.id)} onChange={(isOn) => toggle(row.id, isOn)} />
                </Field>
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState icon={<Server />} title={t('none')}>
            {t('none_text')}
          </EmptyState>
        )}
        <SaveBar
          always
          dirty={draft.dirty}
          saving={save.isPending}
          disabled={!rows.length}
          onReset={draft.reset}
        />
      </Form>
    </Card>
  );
}

function Ends({ expires_at }: { expires_at: string }) {
  const t = useTranslations('premium');
  const format = useFormatter();
  const end = new Date(expires_at);
  const time = format.dateTime(end, { dateStyle: 'long', timeStyle: 'short' });
  return end.getTime() > Date.now() ? t('ends', { time }) : t('ended', { time });
}

interface Row {
  id: string;
  /** Undefined where the browser's list does not have it. */
  guild?: GuildEntry;
  note?: 'unknown_hint' | 'not_administrator';
}

/** In the order of the stored list; last the chosen servers that it does not offer, which can only be turned off. */
function rowsOf(guilds: readonly GuildEntry[], chosen: readonly string[]): Row[] {
  const administered = guilds.filter(({ permission_level }) => permission_level === 2);
  const others = chosen
    .filter((id) => administered.every((guild) => guild.id !== id))
    .map((id): Row => {
      const guild = guilds.find((one) => one.id === id);
      return guild ? { id, guild, note: 'not_administrator' } : { id, note: 'unknown_hint' };
    });
  return [...administered.map((guild) => ({ id: guild.id, guild })), ...others];
}
