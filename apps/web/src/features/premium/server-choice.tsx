import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { GuildEntry } from '@tickets/contract/sessions/session';
import { useId, useMemo } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Avatar } from '../../components/ui/avatar.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Switch } from '../../components/ui/fields/switch.tsx';
import { placeOfFocus } from '../../components/ui/overlays/keep-focus.ts';
import { LeaveGuard } from '../../components/ui/overlays/leave-guard.tsx';
import { call } from '../../lib/api/api.ts';
import { errorText } from '../../lib/api/query-client.ts';
import { defaultAvatarUrl, guildIconUrl } from '../../lib/discord/cdn.ts';
import { toast } from '../../lib/page/toast.ts';
import { useDraft } from '../../lib/page/use-draft.ts';
import { ownPremiumQuery } from './own-premium.ts';
import styles from './premium.module.css';

interface ServerChoiceProps {
  guilds: readonly GuildEntry[];
  /** For how many servers the subscription is. */
  permitted: number;
  selected: readonly string[];
  expires_at: string | null;
}

export function ServerChoice({ guilds, permitted, selected, expires_at }: ServerChoiceProps) {
  const t = useTranslations('premium');
  const format = useFormatter();
  const queryClient = useQueryClient();
  const stored = useMemo(() => ({ chosen: selected }), [selected]);
  const { value, dirty, patch, reset } = useDraft(stored);
  const { chosen } = value;
  const isFull = chosen.length >= permitted;
  const save = useMutation({
    mutationFn: (selected_guilds: string[]) => call('premium.choose_servers', { body: { selected_guilds } }),
    meta: { quiet: true },
    onSuccess: async () => {
      await queryClient.invalidateQueries(ownPremiumQuery);
      reset();
      toast.success(t('saved'));
    },
    onError: (error) => toast.error(t('failed.save', { error: errorText(error) })),
  });
  /** One more than the subscription covers stays off. */
  function toggle(id: string, on: boolean) {
    if (on && isFull) return;
    const now = on ? [...chosen, id] : chosen.filter((one) => one !== id);
    // One that is turned off and on again is where it was, so that nothing has changed.
    const kept = selected.filter((one) => now.includes(one));
    patch({ chosen: [...kept, ...now.filter((one) => !kept.includes(one))] });
  }

  const known = new Map(guilds.map((guild) => [guild.id, guild]));
  const own = guilds.filter(({ permission_level }) => permission_level === 2).map(({ id }) => id);
  // What was chosen before can be turned off, whatever somebody is there now.
  const listed = [...new Set([...own, ...selected])];
  return (
    <Card
      title={t('card')}
      description={t('counted', { chosen: chosen.length, permitted })}
      footer={
        <Button
          variant="primary"
          disabled={!dirty}
          busy={save.isPending}
          onClick={({ currentTarget }) => {
            placeOfFocus(currentTarget).keep();
            save.mutate([...chosen]);
          }}
        >
          {t('save')}
        </Button>
      }
    >
      {expires_at ? (
        <p className={styles.until}>
          {t('until', {
            time: format.dateTime(new Date(expires_at), { dateStyle: 'full', timeStyle: 'short' }),
          })}
        </p>
      ) : null}
      {listed.length ? (
        <ul className={styles.servers} aria-label={t('list')}>
          {listed.map((id) => (
            <ServerRow
              key={id}
              id={id}
              guild={known.get(id)}
              checked={chosen.includes(id)}
              onChange={(on) => toggle(id, on)}
            />
          ))}
        </ul>
      ) : (
        <p className={styles.until}>{t('none')}</p>
      )}
      <p className={styles.full} role="status">
        {isFull && listed.length > permitted ? t('full') : ''}
      </p>
      <LeaveGuard active={dirty && !save.isPending} />
    </Card>
  );
}

interface ServerRowProps {
  id: string;
  /** Undefined for one that the stored list does not have. */
  guild: GuildEntry | undefined;
  checked: boolean;
  onChange: (on: boolean) => void;
}

function ServerRow({ id, guild, checked, onChange }: ServerRowProps) {
  const t = useTranslations('premium');
  const control = useId();
  const name = guild?.name ?? t('unknown', { id });
  return (
    <li>
      <label className={styles.server} htmlFor={control}>
        <Avatar
          src={guild && guildIconUrl(guild)}
          {...(guild?.icon ? { fallbackSrc: defaultAvatarUrl(id) } : {})}
          name={name}
          size={36}
          shape="square"
        />
        <span className={styles.name}>{name}</span>
        <Switch id={control} checked={checked} onChange={onChange} />
      </label>
    </li>
  );
}
