import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type WebhookEvent,
  webhookEvents,
  webhookLimits,
} from '@tickets/contract/outgoing-webhooks/webhook-limits';
import type { Webhook } from '@tickets/contract/outgoing-webhooks/webhooks';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { Field } from '../../components/ui/fields/field.tsx';
import { Form } from '../../components/ui/fields/form.tsx';
import { Checkbox, Switch } from '../../components/ui/fields/switch.tsx';
import { TextInput } from '../../components/ui/fields/text-input.tsx';
import { LazyModal } from '../../components/ui/overlays/lazy-modal.tsx';
import { ApiError } from '../../lib/api/api.ts';
import { toast } from '../../lib/page/toast.ts';
import { nameOfEvent } from './webhook-words.ts';
import styles from './webhooks.module.css';
import { saveMutation } from './webhooks.queries.ts';

interface WebhookFormProps {
  guildId: string;
  /** The one that is changed; without it a new one is made. */
  webhook?: Webhook;
  open: boolean;
  onClose: () => void;
  onMade?: (secret: string) => void;
}

/** What a webhook is: its address, what it is told, and whether it is on. */
export function WebhookForm({ guildId, webhook, open, onClose, onMade }: WebhookFormProps) {
  const t = useTranslations('webhooks.form');
  const common = useTranslations('common');
  const formId = useId();
  const queryClient = useQueryClient();
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? webhookEvents);
  const [enabled, setEnabled] = useState(webhook?.enabled ?? true);
  const { onSuccess: saved, ...saving } = saveMutation(queryClient, guildId, webhook?.id);
  const save = useMutation({
    ...saving,
    onSuccess: async (secret, ...rest) => {
      await saved?.(secret, ...rest);
      onClose();
      if (secret === null) toast.success(t('saved'));
      else onMade?.(secret);
      if (webhook) return;
      setUrl('');
      setEvents(webhookEvents);
    },
  });
  const problems = save.error instanceof ApiError ? save.error.fields : [];
  return (
    <LazyModal
      open={open}
      onClose={onClose}
      title={t(webhook ? 'edit' : 'add')}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} busy={save.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        className={styles.form}
        problems={problems}
        onSubmit={() => save.isPending || save.mutate({ url, events: [...events], enabled })}
      >
        <Field label={t('url')} name="url" hint={t('url_hint')} required>
          <TextInput value={url} onChange={setUrl} inputMode="url" limit={webhookLimits.url} />
        </Field>
        {webhook ? (
          <Field label={t('enabled')} name="enabled" hint={t('enabled_hint')} inline>
            <Switch checked={enabled} onChange={setEnabled} />
          </Field>
        ) : null}
        <Field label={t('events')} name="events" group>
          <div className={styles.events}>
            {webhookEvents.map((event) => (
              <EventBox
                key={event}
                event={event}
                checked={events.includes(event)}
                onChange={(checked) =>
                  setEvents(checked ? [...events, event] : events.filter((one) => one !== event))
                }
              />
            ))}
          </div>
        </Field>
      </Form>
    </LazyModal>
  );
}

interface EventBoxProps {
  event: WebhookEvent;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function EventBox({ event, checked, onChange }: EventBoxProps) {
  const name = useTranslations('webhooks.event');
  const text = useTranslations('webhooks.event_text');
  const key = nameOfEvent(event);
  return (
    <Field label={name(key)} hint={text(key)} inline>
      <Checkbox checked={checked} onChange={onChange} />
    </Field>
  );
}
