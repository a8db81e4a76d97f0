import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { WhitelabelBot, WhitelabelState } from '@tickets/contract/whitelabel/whitelabel';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Avatar } from '../../components/ui/avatar.tsx';
import { Badge, type BadgeProps } from '../../components/ui/badge.tsx';
import { Banner } from '../../components/ui/banner.tsx';
import { Button, buttonClass } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { CopyId } from '../../components/ui/copy-id.tsx';
import { fetchModal, LazyConfirmDialog, LazyModal } from '../../components/ui/overlays/lazy-modal.tsx';
import { ElapsedTime } from '../../components/ui/relative-time.tsx';
import { avatarUrl, defaultAvatarUrl } from '../../lib/discord/cdn.ts';
import { toast } from '../../lib/page/toast.ts';
import { InviteLink } from './invite-link.tsx';
import { OwnServers } from './own-servers.tsx';
import { portalUrl } from './portal-url.ts';
import { TokenForm } from './token-form.tsx';
import styles from './whitelabel.module.css';
import { createCommandsMutation, disableMutation } from './whitelabel.queries.ts';

export interface BotProps {
  bot: WhitelabelBot;
}

const tones: Record<WhitelabelState, BadgeProps['tone']> = {
  connecting: 'neutral',
  ready: 'success',
  reconnecting: 'warning',
  token_refused: 'danger',
  intents_refused: 'danger',
  token_lost: 'danger',
};

/** Who the bot is, whether it is online, where it is, and what can be done with it. */
export function ManageCard({ bot }: BotProps) {
  const t = useTranslations('whitelabel.bot');
  const [invites, setInvites] = useState(false);
  const [entersToken, setEntersToken] = useState(false);
  const create = useMutation(createCommandsMutation);
  const { name, username, state } = bot;
  return (
    <Card
      title={t('card')}
      actions={
        <Badge tone={tones[state]}>
          {t.rich('lasting', {
            state: t(`state.${state}`),
            when: () => <ElapsedTime since={bot.state_at} />,
          })}
        </Badge>
      }
      footer={
        <div className={styles.actions}>
          <Button variant="primary" aria-expanded={invites} onClick={() => setInvites(true)}>
            {t('invite')}
          </Button>
          <Button
            busy={create.isPending}
            onClick={() => create.mutate(undefined, { onSuccess: () => toast.success(t('commands_done')) })}
          >
            {t('commands')}
          </Button>
          <Button onPointerEnter={fetchModal} onFocus={fetchModal} onClick={() => setEntersToken(true)}>
            {t('new_token')}
          </Button>
          <span className={styles.space} />
          <DisableButton bot={bot} />
        </div>
      }
    >
      <div className={styles.stack}>
        <div className={styles.bot}>
          <Avatar src={avatarUrl(bot, 96)} fallbackSrc={defaultAvatarUrl(bot.id)} name={name} size={48} />
          <div className={styles.names}>
            <p className={styles.name}>{name}</p>
            <p className={styles.faint}>@{username}</p>
          </div>
          <CopyId id={bot.id} />
        </div>
        <Trouble bot={bot} />
        {invites ? <InviteLink url={bot.invite_url} /> : null}
        <OwnServers servers={bot.servers} />
      </div>
      <LazyModal
        open={entersToken}
        onClose={() => setEntersToken(false)}
        title={t('new_token_title', { name })}
      >
        <div className={styles.stack}>
          <p>{t('new_token_text')}</p>
          <TokenForm onStarted={() => setEntersToken(false)} />
        </div>
      </LazyModal>
    </Card>
  );
}

/** What only a person can mend, most of it in the developer portal. */
function Trouble({ bot: { state, application_id } }: BotProps) {
  const t = useTranslations('whitelabel.bot.trouble');
  if (state === 'token_lost')
    return (
      <Banner tone="danger" title={t('token_lost')}>
        {t('token_lost_text')}
      </Banner>
    );
  if (state !== 'token_refused' && state !== 'intents_refused') return null;
  return (
    <Banner
      tone="danger"
      title={t(state)}
      action={
        <a
          className={buttonClass({ size: 'small' })}
          href={portalUrl(application_id)}
          target="_blank"
          rel="noreferrer"
        >
          {t('portal')}
        </a>
      }
    >
      {t(`${state}_text`)}
    </Banner>
  );
}

function DisableButton({ bot: { name } }: BotProps) {
  const t = useTranslations('whitelabel.bot');
  const [asks, setAsks] = useState(false);
  const { onSuccess: leave, ...disabling } = disableMutation(useQueryClient());
  const disable = useMutation({
    ...disabling,
    onSuccess: (...answer) => {
      // Said before this button goes with its bot.
      toast.success(t('disabled'));
      return leave?.(...answer);
    },
  });
  return (
    <>
      <Button onPointerEnter={fetchModal} onFocus={fetchModal} onClick={() => setAsks(true)}>
        {t('disable')}
      </Button>
      <LazyConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        onConfirm={() => disable.mutate()}
        title={t('disable_title')}
        message={t('disable_text', { name })}
        confirmLabel={t('disable')}
        danger
        action={disable}
      />
    </>
  );
}
