import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type SetupStepName, setupStepNames } from '@tickets/contract/setup/steps';
import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Button, buttonClass } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { cx } from '../../components/ui/class-names.ts';
import { panelsQuery } from '../../lib/api/guild.queries.ts';
import { errorText } from '../../lib/api/query-client.ts';
import { channelLink } from '../../lib/discord/discord-links.ts';
import { useUnlessLetIn } from '../../lib/page/let-in.ts';
import { useSession } from '../../lib/session/session.ts';
import styles from './first-steps.module.css';
import { firstStepsQuery, takeStepMutation } from './first-steps.queries.ts';

/** Leads a new server to its first ticket. Each step does itself in one press, or is done by hand elsewhere. */
export function FirstSteps({ guildId }: { guildId: string }) {
  const t = useTranslations('panels.first_steps');
  const { data: steps } = useQuery(firstStepsQuery(guildId));
  const { data: panels } = useQuery(panelsQuery(guildId));
  const self = useSession()?.user_data.id;
  const take = useMutation(takeStepMutation(useQueryClient(), guildId));
  const unlessLetIn = useUnlessLetIn();
  const list = useRef<HTMLOListElement>(null);
  const taken = take.isSuccess ? take.variables : undefined;
  // The button that was pressed is gone; the next one takes its place.
  useEffect(() => {
    if (taken) list.current?.querySelector<HTMLElement>('button, a')?.focus();
  }, [taken]);
  if (!steps || (steps.panel && steps.ticket)) return null;

  const byHand: Record<SetupStepName, ReactNode> = {
    category: (
      <Link to="/manage/$guildId/settings" params={{ guildId }}>
        {t('category.other')}
      </Link>
    ),
    staff: (
      <Link to="/manage/$guildId/teams" params={{ guildId }}>
        {t('staff.other')}
      </Link>
    ),
    panel: (
      <Link to="/manage/$guildId/panels/create" params={{ guildId }}>
        {t('panel.other')}
      </Link>
    ),
  };
  const next = setupStepNames.find((step) => !steps[step]);
  const panel = panels?.[0];

  return (
    <Card title={t('title')} description={t(steps.panel ? 'description_posted' : 'description')} flush>
      <ol ref={list} aria-label={t('title')}>
        {setupStepNames.map((step, index) => (
          <Step
            key={step}
            number={index + 1}
            title={t(`${step}.title`)}
            done={steps[step] ? t('done') : undefined}
            text={t(steps[step] ? `${step}.text_done` : `${step}.text`)}
          >
            <Button
              variant={step === next ? 'primary' : 'secondary'}
              busy={take.isPending && take.variables === step}
              disabled={take.isPending}
              {...(step === 'staff' ? unlessLetIn : undefined)}
              onClick={() => take.mutate(step)}
            >
              {t(`${step}.action`)}
            </Button>
            {byHand[step]}
            {take.isError && take.variables === step ? (
              <p role="alert" className={styles.problem}>
                {errorText(take.error)}
              </p>
            ) : null}
          </Step>
        ))}
        <Step
          number={setupStepNames.length + 1}
          title={t('ticket.title')}
          done={steps.ticket ? t('done') : undefined}
          text={t(steps.ticket ? 'ticket.text_done' : steps.panel ? 'ticket.text' : 'ticket.text_later')}
        >
          {panel ? (
            <a
              className={buttonClass({ variant: next ? 'secondary' : 'primary' })}
              href={channelLink(guildId, panel.channel_id, self, panel.message_id)}
              target="_blank"
              rel="noreferrer"
            >
              {t('ticket.action')}
            </a>
          ) : null}
        </Step>
      </ol>
    </Card>
  );
}

interface StepProps {
  number: number;
  title: string;
  text: string;
  /** What is read aloud in place of the number, of a step that is done. */
  done: string | undefined;
  /** How it is done. */
  children: ReactNode;
}

function Step({ number, title, text, done, children }: StepProps) {
  return (
    <li className={cx(styles.step, done && styles.done)}>
      <span className={styles.mark}>{done ? <Check role="img" aria-label={done} /> : number}</span>
      <div className={styles.words}>
        <h3 className={styles.title}>{title}</h3>
        <p className={styles.text}>{text}</p>
        {done ? null : <div className={styles.actions}>{children}</div>}
      </div>
    </li>
  );
}
