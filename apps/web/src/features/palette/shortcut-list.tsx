import { useTranslations } from 'use-intl';
import { Kbd } from '../../components/ui/kbd.tsx';
import { Modal } from '../../components/ui/overlays/modal.tsx';
import { closeOpened } from '../../lib/keys/shortcuts.ts';
import styles from './palette.module.css';

const SHORTCUTS = [
  [
    'anywhere',
    [
      ['palette', ['Ctrl', 'K']],
      ['help', ['?']],
      ['close', ['Esc']],
    ],
  ],
  [
    'list',
    [
      ['rows', ['J', 'K']],
      ['open', ['Enter']],
    ],
  ],
  [
    'ticket',
    [
      ['reply', ['R']],
      ['insert_tag', ['/']],
      ['tag', ['T']],
      ['claim', ['C']],
      ['close_ticket', ['E']],
      ['send_and_close', ['Ctrl', 'Enter']],
      ['tickets', ['J', 'K']],
    ],
  ],
  [
    'transcript',
    [
      ['find', ['Ctrl', 'F']],
      ['tickets', ['J', 'K']],
    ],
  ],
] as const;

export function ShortcutList() {
  const t = useTranslations('palette.shortcuts');
  return (
    <Modal open onClose={closeOpened} title={t('title')} size="small">
      <div className={styles.shortcutGroups}>
        {SHORTCUTS.map(([group, shortcuts]) => (
          <section key={group}>
            <h3 className={styles.shortcutGroup}>{t(`groups.${group}`)}</h3>
            <dl className={styles.shortcuts}>
              {shortcuts.map(([name, keys]) => (
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
          </section>
        ))}
      </div>
    </Modal>
  );
}
