import { useTranslations } from 'use-intl';
import { PremiumBadge } from '../../components/ui/badge.tsx';
import styles from './settings.module.css';
import type { SettingsForm } from './settings-form.ts';
import type { SectionId } from './settings-sections.ts';

/** What a section says while it is closed. */
export function SectionSummary({ id, form }: { id: SectionId; form: SettingsForm }) {
  const t = useTranslations('settings');
  const onOff = (on: boolean) => t(on ? 'summary.on' : 'summary.off');

  switch (id) {
    case 'general':
      return null;
    case 'threads':
      return <Summary text={onOff(form.use_threads)} />;
    case 'tickets':
      return <Summary text={t(`naming.${form.naming_scheme}`)} />;
    case 'open_command':
      return <Summary text={onOff(!form.disable_open_command)} />;
    case 'context_menu': {
      const level = (['0', '1', '2'] as const).find((value) => value === form.context_menu_permission_level);
      return level ? <Summary text={t(`level.${level}`)} /> : null;
    }
    case 'claiming': {
      const { support_can_view, support_can_type } = form.claim_settings;
      return (
        <Summary
          text={t(
            support_can_type
              ? 'summary.claim_write'
              : support_can_view
                ? 'summary.claim_read'
                : 'summary.claim_hidden',
          )}
        />
      );
    }
    case 'auto_close':
      return <Summary text={onOff(form.auto_close.enabled)} />;
    case 'permissions':
      return (
        <Summary
          text={t('summary.permissions', {
            count: Object.values(form.ticket_permissions).filter(Boolean).length,
          })}
        />
      );
    case 'colours':
      return (
        <>
          <span className={styles.swatches} aria-hidden="true">
            <span style={{ background: form.colours[0] }} />
            <span style={{ background: form.colours[1] }} />
          </span>
          <PremiumBadge />
        </>
      );
  }
}

/** Silent for screen readers: the section's head is its name, and the fields say the rest. */
function Summary({ text }: { text: string }) {
  return (
    <span className={styles.summary} aria-hidden="true">
      {text}
    </span>
  );
}
