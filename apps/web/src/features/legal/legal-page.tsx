import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { appConfig } from '../../lib/page/config.ts';
import styles from './legal-page.module.css';

export function PrivacyPage() {
  const t = useTranslations('legal.privacy');
  return (
    <LegalPage title={t('title')} intro={t('intro')}>
      <Part title={t('kept_title')}>{t('kept')}</Part>
      <Part title={t('why_title')}>{t('why')}</Part>
      <Part title={t('seen_title')}>{t('seen')}</Part>
      <Part title={t('sent_title')}>{t('sent')}</Part>
      <Part title={t('removed_title')}>
        {t.rich('removed', { own: (text) => <Link to="/account/data">{text}</Link> })}
      </Part>
      <Operator />
    </LegalPage>
  );
}

export function TermsPage() {
  const t = useTranslations('legal.tos');
  return (
    <LegalPage title={t('title')} intro={t('intro')}>
      <Part title={t('use_title')}>{t('use')}</Part>
      <Part title={t('content_title')}>{t('content')}</Part>
      <Part title={t('service_title')}>{t('service')}</Part>
      <Operator />
    </LegalPage>
  );
}

function LegalPage({ title, intro, children }: { title: string; intro: string; children: ReactNode }) {
  const t = useTranslations('legal');
  return (
    <main className={styles.page}>
      <Link to="/welcome" className={styles.back}>
        ← {t('back')}
      </Link>
      <h1 className={styles.title}>{title}</h1>
      <p>{intro}</p>
      {children}
    </main>
  );
}

/** Whom a person asks, as far as the configuration says it. */
function Operator() {
  const t = useTranslations('legal.operator');
  const { operator_name: name, operator_contact: contact } = appConfig();
  return (
    <Part title={t('title')}>
      {name ? t('named', { name }) : t('unnamed')}{' '}
      {contact ? t.rich('contact', { contact: () => <Contact at={contact} /> }) : t('ask')}
    </Part>
  );
}

function Contact({ at }: { at: string }) {
  const isAddress = /^https?:/.test(at);
  return <a href={isAddress ? at : `mailto:${at}`}>{at}</a>;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className={styles.heading}>{title}</h2>
      <p>{children}</p>
    </section>
  );
}
