import { useQuery } from '@tanstack/react-query';
import type { Unmatched } from '@tickets/contract/transfer/transfer';
import { useTranslations } from 'use-intl';
import { Combobox } from '../../../components/ui/choosing/combobox.tsx';
import {
  CHANNEL_ANNOUNCEMENT,
  CHANNEL_CATEGORY,
  CHANNEL_TEXT,
  channelOptions,
  roleOptions,
} from '../../../components/ui/choosing/option-marks.tsx';
import { Field } from '../../../components/ui/fields/field.tsx';
import { channelsQuery, rolesQuery } from '../../../lib/api/guild.queries.ts';
import styles from './report.module.css';
import type { useMapping } from './use-mapping.ts';

interface MappingEditorProps {
  guildId: string;
  unmatched: readonly Unmatched[];
  /** How many more are missing. */
  left_out: number;
  disabled: boolean;
  chosen: ReturnType<typeof useMapping>;
}

/** What stands here for the channels and roles of the other server. */
export function MappingEditor({ guildId, unmatched, left_out, disabled, chosen }: MappingEditorProps) {
  const t = useTranslations('transfer.mapping');
  const channels = useQuery(channelsQuery(guildId)).data ?? [];
  const roles = useQuery(rolesQuery(guildId)).data ?? [];
  const options = {
    channel: channelOptions(channels, [CHANNEL_TEXT, CHANNEL_ANNOUNCEMENT]),
    category: channelOptions(channels, [CHANNEL_CATEGORY]),
    // Not everyone, which has the server's own id, and not the bot's own, which no person can have.
    role: roleOptions(roles.filter(({ id, of_this_bot }) => id !== guildId && !of_this_bot)),
  };
  return (
    <section className={styles.part}>
      <h3>{t('title')}</h3>
      <p className={styles.detail}>{t('text')}</p>
      <div className={styles.mapping}>
        {unmatched.map((one) => (
          <Field
            key={`${one.kind} ${one.id}`}
            label={t(one.kind, { name: one.name ?? one.id })}
            {...(one.used_by.length ? { hint: t('used_by', { things: one.used_by.join(', ') }) } : {})}
            disabled={disabled}
          >
            <Combobox
              value={chosen.counterpartOf(one)}
              options={options[one.kind]}
              onChange={(value) => chosen.choose(one, value)}
              placeholder={t('nothing')}
              missingLabel={t('gone')}
              clearable
            />
          </Field>
        ))}
      </div>
      {left_out ? <p className={styles.detail}>{t('left_out', { count: left_out })}</p> : null}
    </section>
  );
}
