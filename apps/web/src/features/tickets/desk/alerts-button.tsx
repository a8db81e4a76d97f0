import { Bell, BellRing } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/fields/field.tsx';
import { Switch } from '../../../components/ui/fields/switch.tsx';
import { fetchModal, LazyModal } from '../../../components/ui/overlays/lazy-modal.tsx';
import { storeAlertChoice, useAlertChoice } from './alert-choice.ts';
import styles from './desk.module.css';
import { playQuietSound } from './sound.ts';

/** How somebody wants to be told that a ticket waits for them. The browser is asked only when they press. */
export function AlertsButton() {
  const t = useTranslations('desk.alerts');
  const choice = useAlertChoice();
  const [permission, setPermission] = useState(notificationPermission);
  const reason =
    permission === 'denied' ? 'blocked' : permission === 'unsupported' ? 'unsupported' : undefined;
  const isTold = choice.sound || (choice.notification && permission === 'granted');

  async function chooseNotification(wanted: boolean) {
    if (!wanted) return storeAlertChoice({ notification: false });
    const allowed = await Notification.requestPermission();
    setPermission(allowed);
    if (allowed === 'granted') storeAlertChoice({ notification: true });
  }

  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        icon={isTold ? <BellRing aria-hidden="true" /> : <Bell aria-hidden="true" />}
        onPointerEnter={() => void fetchModal()}
        onClick={() => {
          setPermission(notificationPermission());
          setOpen(true);
        }}
      >
        {t('button')}
      </Button>
      <LazyModal open={open} onClose={() => setOpen(false)} title={t('title')} size="small">
        <div className={styles.alerts}>
          <p className={styles.purpose}>{t('purpose')}</p>
          <Field label={t('sound')} inline>
            <Switch
              checked={choice.sound}
              onChange={(sound) => {
                storeAlertChoice({ sound });
                if (sound) playQuietSound();
              }}
            />
          </Field>
          <Field
            label={t('notification')}
            inline
            disabled={permission === 'unsupported'}
            hint={reason && t(reason)}
          >
            <Switch
              checked={choice.notification && permission === 'granted'}
              onChange={(wanted) => void chooseNotification(wanted)}
            />
          </Field>
        </div>
      </LazyModal>
    </>
  );
}

const notificationPermission = () => ('Notification' in window ? Notification.permission : 'unsupported');
