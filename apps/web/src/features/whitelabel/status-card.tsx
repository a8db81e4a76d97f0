import { useMutation, useQueryClient } from '@tanstack/react-query';
import { charactersIn } from '@tickets/contract/embeds/embed-limits';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import { statusTypes, whitelabelLimits } from '@tickets/contract/whitelabel/whitelabel-limits';
import { MemberRow } from '@tickets/discord-ui/member/member-row.tsx';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { DiscordSurface } from '../../components/discord/discord-surface.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Select } from '../../components/ui/choosing/select.tsx';
import { Field } from '../../components/ui/fields/field.tsx';
import { Form } from '../../components/ui/fields/form.tsx';
import { TextInput } from '../../components/ui/fields/text-input.tsx';
import { ApiError } from '../../lib/api/api.ts';
import { avatarUrl } from '../../lib/discord/cdn.ts';
import { toast } from '../../lib/page/toast.ts';
import type { BotProps } from './manage-card.tsx';
import styles from './whitelabel.module.css';
import { clearStatusMutation, setStatusMutation } from './whitelabel.queries.ts';

type Type = `${BotProps['bot']['status_type']}`;

const options = statusTypes.map(({ value, label }) => ({ value: `${value}` as Type, label }));
const PLAYING: Type = '0';

/** What Discord shows below the bot's name, with how that looks. */
export function StatusCard({ bot }: BotProps) {
  const t = useTranslations('whitelabel.status');
  const queryClient = useQueryClient();
  const [type, setType] = useState<Type>(`${bot.status_type}`);
  const [text, setText] = useState(bot.status);
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const set = useMutation(setStatusMutation(queryClient));
  const clear = useMutation(clearStatusMutation(queryClient));
  const submit = () => {
    if (set.isPending) return;
    const length = charactersIn(text.trim());
    if (length < 1 || length > whitelabelLimits.status) {
      // Not sent: an attempt that is refused counts too, and the corrected text would come too fast.
      setProblems([{ path: 'status', message: t('length', { limit: whitelabelLimits.status }) }]);
      return;
    }
    setProblems([]);
    set.mutate(
      { status: text, status_type: type },
      {
        onSuccess: () => toast.success(t('updated')),
        onError: (error) => setProblems(error instanceof ApiError ? error.fields : []),
      },
    );
  };
  const empty = () =>
    clear.mutate(undefined, {
      onSuccess: () => {
        setType(PLAYING);
        setText('');
        toast.success(t('deleted'));
      },
    });
  return (
    <Card title={t('card')} description={t('description')}>
      <div className={styles.beside}>
        <Form className={styles.form} problems={problems} onSubmit={submit}>
          <Field label={t('type')} name="status_type">
            <Select value={type} options={options} onChange={setType} />
          </Field>
          <Field
            label={t('text')}
            name="status"
            hint={bot.status && type === PLAYING ? t('playing_hint') : t('usual_hint')}
          >
            <TextInput value={text} onChange={setText} limit={whitelabelLimits.status} />
          </Field>
          <div className={styles.actions}>
            <Button variant="primary" type="submit" busy={set.isPending}>
              {t('submit')}
            </Button>
            {type !== PLAYING && text !== '' ? (
              <Button busy={clear.isPending} onClick={empty}>
                {t('clear')}
              </Button>
            ) : null}
          </div>
        </Form>
        <figure className={styles.preview}>
          <figcaption>{t('preview')}</figcaption>
          <DiscordSurface className={styles.surface}>
            <MemberRow
              name={bot.username}
              avatarUrl={avatarUrl(bot, 64)}
              bot
              online={bot.state === 'ready'}
              activity={
                text.trim() ? t(`shown.${type}`, { text: text.trim() }) : t('shown.2', { text: t('usual') })
              }
            />
          </DiscordSurface>
        </figure>
      </div>
    </Card>
  );
}
