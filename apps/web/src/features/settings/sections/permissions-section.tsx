import { useTranslations } from 'use-intl';
import type { SectionProps } from '../section-props.ts';
import { SwitchSetting } from '../setting.tsx';
import styles from '../settings.module.css';

export function PermissionsSection({ form, patch }: SectionProps) {
  const t = useTranslations('settings.intro');
  return (
    <>
      <p className={styles.intro}>{t('permissions')}</p>
      {(['attach_files', 'embed_links', 'add_reactions'] as const).map((key) => (
        <SwitchSetting
          key={key}
          name={`ticket_permissions.${key}`}
          checked={form.ticket_permissions[key]}
          onChange={(allowed) =>
            patch({ ticket_permissions: { ...form.ticket_permissions, [key]: allowed } })
          }
        />
      ))}
    </>
  );
}
