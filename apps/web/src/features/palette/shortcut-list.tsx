import { useTranslations } from 'use-intl';
import { Kbd } from '../../components/ui/kbd.tsx';
import { Modal } from '../../components/ui/modal.tsx';
import { closeOpened } from '../../lib/shortcuts.ts';
import styles from './palette.module.css';

const SHORTCUTS = [
  ['palette', ['Ctrl', 'K']],
  ['help', ['?']],
  ['rows', ['J', 'K']],
  ['open', ['Enter']],
  ['tickets', ['J', 'K']],
  ['close', ['Esc']],
] as const;

export function ShortcutList() {
  const t = useTranslations('palette.shortcuts');
  return (
    <Modal open onClose={closeOpened} title={t('title')} size="small">
      <dl className={styles.shortcuts}>
        {SHORTCUTS.map(([name, keys]) => (
          <div key={name} className={styles.shortcut}>
            <dt>{t(name)}</dt>
            <dd>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
