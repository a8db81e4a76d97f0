import { useTranslations } from 'use-intl';
import { Combobox } from '../../../components/ui/choosing/combobox.tsx';
import { Select } from '../../../components/ui/choosing/select.tsx';
import type { SectionProps } from '../section-props.ts';
import { Setting, SwitchSetting } from '../setting.tsx';
import styles from '../settings.module.css';

const NONE = 'null';

export function ContextMenuSection({ form, patch, panels }: SectionProps) {
  const t = useTranslations('settings');
  return (
    <>
      <p className={styles.intro}>{t('intro.context_menu')}</p>
      <Setting name="context_menu_permission_level">
        <Select
          value={form.context_menu_permission_level}
          onChange={(context_menu_permission_level) => patch({ context_menu_permission_level })}
          options={(['0', '1', '2'] as const).map((value) => ({ value, label: t(`level.${value}`) }))}
        />
      </Setting>
      <SwitchSetting
        name="context_menu_add_sender"
        checked={form.context_menu_add_sender}
        onChange={(context_menu_add_sender) => patch({ context_menu_add_sender })}
      />
      <Setting name="context_menu_panel">
        <Combobox
          value={form.context_menu_panel === null ? NONE : String(form.context_menu_panel)}
          onChange={(id) => patch({ context_menu_panel: id === null || id === NONE ? null : Number(id) })}
          options={[
            { value: NONE, label: t('none') },
            ...panels.map((panel) => ({ value: String(panel.panel_id), label: panel.title })),
          ]}
        />
      </Setting>
    </>
  );
}
