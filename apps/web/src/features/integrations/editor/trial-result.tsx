import type { Trial } from '@tickets/contract/integrations/integrations';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Badge } from '../../../components/ui/badge.tsx';
import { Banner } from '../../../components/ui/banner.tsx';
import styles from '../integrations.module.css';

/** What was sent, what came back, and what each placeholder would become. */
export function TrialResult({ trial }: { trial: Trial }) {
  const t = useTranslations('integrations');
  const { request, answer, problem, duration_ms, placeholders } = trial;
  return (
    <>
      {problem ? <Banner tone="danger">{t(`problem.${problem}`)}</Banner> : null}
      <Part title={t('trial.request')}>
        <p className={styles.address}>
          <code>
            {request.method} {request.url}
          </code>
        </p>
        <h4 className={styles.smallHeading}>{t('trial.headers')}</h4>
        <pre className={styles.code}>
          {request.headers.map(({ name, value }) => `${name}: ${value}`).join('\n') || t('trial.no_headers')}
        </pre>
        {request.body === null ? null : (
          <>
            <h4 className={styles.smallHeading}>{t('trial.body')}</h4>
            <pre className={styles.code}>{request.body}</pre>
          </>
        )}
      </Part>
      <Part title={t('trial.answer')}>
        {answer ? (
          <>
            <p className={styles.trialFacts}>
              <Badge tone={answer.status >= 200 && answer.status < 300 ? 'success' : 'danger'}>
                {t('trial.status', { status: String(answer.status) })}
              </Badge>
              <span>{t('trial.took', { ms: duration_ms })}</span>
              {answer.content_type ? <span>{answer.content_type}</span> : null}
            </p>
            {answer.text ? (
              <pre className={styles.code}>{answer.text}</pre>
            ) : (
              <p className={styles.faint}>{t('trial.empty')}</p>
            )}
          </>
        ) : (
          <p className={styles.trialFacts}>
            {t('trial.nothing')} <span>{t('trial.took', { ms: duration_ms })}</span>
          </p>
        )}
      </Part>
      <Part title={t('trial.placeholders')}>
        {placeholders.length ? (
          <dl className={styles.filled}>
            {placeholders.map(({ name, value, is_missing }) => (
              <div key={name}>
                <dt>
                  <code>%{name}%</code>
                </dt>
                <dd>{is_missing ? <Badge tone="warning">{t('trial.missing')}</Badge> : value}</dd>
              </div>
            ))}
          </dl>
        ) : (
          <p className={styles.faint}>{t('trial.no_placeholders')}</p>
        )}
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.trialPart} aria-label={title}>
      <h3 className={styles.groupTitle}>{title}</h3>
      {children}
    </section>
  );
}
