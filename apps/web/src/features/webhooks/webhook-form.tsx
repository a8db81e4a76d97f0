import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type WebhookEvent,
  webhookEvents,
  webhookLimits,
} from '@tickets/contract/outgoing-webhooks/webhook-limits';
import type { Webhook, WebhookInput } from '@tickets/contract/outgoing-webhooks/webhooks';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { Field } from '../../components/ui/fields/field.tsx';
import { Form } from '../../components/ui/fields/form.tsx';
import { Checkbox, Switch } from '../../components/ui/fields/switch.tsx';
import { TextInput } from '../../components/ui/fields/text-input.tsx';
import { LazyModal } from '../../components/ui/overlays/lazy-modal.tsx';
import { ApiError } from '../../lib/api/api.ts';
import type { Meeting, State } from '../../lib/meanwhile/edits.ts';
import { loadMessages } from '../../lib/page/messages.ts';
import { toast } from '../../lib/page/toast.ts';
import { nameOfEvent } from './webhook-words.ts';
import styles from './webhooks.module.css';
import { saveMutation, stateOf } from './webhooks.queries.ts';

// Most saves meet nobody.
const WebhookMeanwhile = lazy(async () => {
  const [module] = await Promise.all([import('./webhook-meanwhile.tsx'), loadMessages('meanwhile')]);
  return { default: module.WebhookMeanwhile };
});

interface WebhookFormProps {
  guildId: string;
  /** The one that is changed, as it was when that began; without it a new one is made. */
  webhook?: Webhook | undefined;
  open: boolean;
  onClose: () => void;
  onMade: (secret: string) => void;
}

/** What a webhook is: its address, what it is told, and whether it is on. */
export function WebhookForm({ guildId, webhook, open, onClose, onMade }: WebhookFormProps) {
  const t = useTranslations('webhooks.form');
  const common = useTranslations('common');
  const formId = useId();
  const queryClient = useQueryClient();
  const stored = webhook ? stateOf(webhook) : newWebhook;
  // As it was when the form was opened, whoever changes it meanwhile.
  const [base, setBase] = useState(stored);
  const [value, setValue] = useState(stored.value);
  const [meeting, setMeeting] = useState<Meeting<WebhookInput>>();
  const { url, events, enabled } = value;
  const patch = (change: Partial<WebhookInput>) => setValue((now) => ({ ...now, ...change }));
  const { onSuccess: saved, ...saving } = saveMutation(queryClient, {
    guildId,
    id: webhook?.id,
    onMet: setMeeting,
  });
  const save = useMutation({
    ...saving,
    onSuccess: async (secret, ...rest) => {
      await saved?.(secret, ...rest);
      onClose();
      if (secret === null) return toast.success(t('saved'));
      onMade(secret);
      if (!webhook) setValue(newWebhook.value);
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
        onSubmit={() => save.isPending || save.mutate({ value, base })}
      >
        <Field label={t('url')} name="url" hint={t('url_hint')} required>
          <TextInput
            value={url}
            onChange={(typed) => patch({ url: typed })}
            inputMode="url"
            limit={webhookLimits.url}
          />
        </Field>
        {webhook ? (
          <Field label={t('enabled')} name="enabled" hint={t('enabled_hint')} inline>
            <Switch checked={enabled} onChange={(on) => patch({ enabled: on })} />
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
                  // In one order, whichever was ticked first.
                  patch({
                    events: webhookEvents.filter((one) => (one === event ? checked : events.includes(one))),
                  })
                }
              />
            ))}
          </div>
        </Field>
      </Form>
      {meeting ? (
        <Suspense>
          <WebhookMeanwhile
            meeting={meeting}
            onClose={() => setMeeting(undefined)}
            draft={{
              rebase: (onto, next) => {
                setBase(onto);
                setValue(next);
              },
            }}
            save={save.mutate}
          />
        </Suspense>
      ) : null}
    </LazyModal>
  );
}

const newWebhook: State<WebhookInput> = {
  value: { url: '', events: [...webhookEvents], enabled: true },
  version: undefined,
};

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
