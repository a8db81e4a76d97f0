import { avatarPlaceholder, embedLimits } from '@tickets/contract/embeds/embed-limits';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { appConfig } from '../../lib/page/config.ts';
import { PremiumBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Collapsible } from '../ui/collapsible.tsx';
import { DateTimeInput } from '../ui/fields/date-time-input.tsx';
import { Field } from '../ui/fields/field.tsx';
import { TextInput } from '../ui/fields/text-input.tsx';
import styles from './editors.module.css';
import type { ChangeEmbed, EmbedForm } from './embed-form.ts';

interface GroupProps {
  name: string;
  change: ChangeEmbed;
}

/** What a folded group holds. */
export const Summary = ({ text }: { text: string }) =>
  text ? <span className={styles.summary}>{text}</span> : null;

export const AuthorGroup = memo(function AuthorGroup({
  author,
  name,
  change,
}: GroupProps & Pick<EmbedForm, 'author'>) {
  const t = useTranslations('editors');
  const patch = (part: Partial<EmbedForm['author']>) =>
    change((form) => ({ author: { ...form.author, ...part } }));
  return (
    <Collapsible nested title={t('embed.author')} aside={<Summary text={author.name} />}>
      <div className={styles.fields}>
        <Field label={t('embed.author_name')} name={`${name}.author.name`}>
          <TextInput
            value={author.name}
            onChange={(text) => patch({ name: text })}
            limit={embedLimits.author_name}
          />
        </Field>
        <div className={styles.pair}>
          <Field
            label={t('optional', { label: t('embed.author_icon_url') })}
            name={`${name}.author.icon_url`}
          >
            <TextInput
              type="url"
              value={author.icon_url}
              onChange={(icon_url) => patch({ icon_url })}
              placeholder="https://"
            />
          </Field>
          <Field label={t('optional', { label: t('embed.author_url') })} name={`${name}.author.url`}>
            <TextInput
              type="url"
              value={author.url}
              onChange={(url) => patch({ url })}
              placeholder="https://"
            />
          </Field>
        </div>
      </div>
    </Collapsible>
  );
});

export const ImagesGroup = memo(function ImagesGroup({
  name,
  change,
  avatar,
  ...pictures
}: GroupProps & Pick<EmbedForm, 'image_url' | 'thumbnail_url'> & { avatar: boolean }) {
  const t = useTranslations('editors');
  const count = Number(pictures.image_url !== '') + Number(pictures.thumbnail_url !== '');
  return (
    <Collapsible
      nested
      title={t('embed.images')}
      aside={<Summary text={count ? t('embed.pictures', { count }) : ''} />}
    >
      <div className={styles.fields}>
        {(['image_url', 'thumbnail_url'] as const).map((key) => (
          <Field key={key} label={t(`embed.${key}`)} name={`${name}.${key}`}>
            <div className={styles.withButton}>
              {/* No input for addresses alone: the browser would not take the placeholder. */}
              <TextInput
                inputMode="url"
                value={pictures[key]}
                onChange={(url) => change(() => ({ [key]: url }))}
                placeholder="https://"
              />
              {avatar ? (
                <Button
                  aria-label={`${t('embed.use_avatar')}: ${t(`embed.${key}`)}`}
                  disabled={pictures[key] === avatarPlaceholder}
                  onClick={() => change(() => ({ [key]: avatarPlaceholder }))}
                >
                  {t('embed.use_avatar')}
                </Button>
              ) : null}
            </div>
          </Field>
        ))}
      </div>
    </Collapsible>
  );
});

export const FooterGroup = memo(function FooterGroup({
  footer,
  timestamp,
  name,
  change,
  locked,
}: GroupProps & Pick<EmbedForm, 'footer' | 'timestamp'> & { locked: boolean }) {
  const t = useTranslations('editors');
  const patch = (part: Partial<EmbedForm['footer']>) =>
    change((form) => ({ footer: { ...form.footer, ...part } }));
  return (
    <Collapsible
      nested
      title={t('embed.footer')}
      aside={
        <>
          <Summary text={footer.text} />
          <PremiumBadge />
        </>
      }
    >
      <div className={styles.fields}>
        {locked ? (
          <p className={styles.note}>
            {t('embed.footer_locked')}{' '}
            <a href={appConfig().premium_url} target="_blank" rel="noreferrer">
              {t('embed.get_premium')}
            </a>
          </p>
        ) : null}
        <div className={styles.pair}>
          <Field label={t('embed.footer_text')} name={`${name}.footer.text`} disabled={locked}>
            <TextInput
              value={footer.text}
              onChange={(text) => patch({ text })}
              limit={embedLimits.footer_text}
            />
          </Field>
          <Field
            label={t('optional', { label: t('embed.footer_icon_url') })}
            name={`${name}.footer.icon_url`}
            disabled={locked}
          >
            <TextInput
              type="url"
              value={footer.icon_url}
              onChange={(icon_url) => patch({ icon_url })}
              placeholder="https://"
            />
          </Field>
        </div>
        <Field
          label={t('optional', { label: t('embed.timestamp') })}
          hint={t('embed.timestamp_hint')}
          name={`${name}.timestamp`}
        >
          <DateTimeInput value={timestamp} onChange={(utc) => change(() => ({ timestamp: utc }))} />
        </Field>
      </div>
    </Collapsible>
  );
});
