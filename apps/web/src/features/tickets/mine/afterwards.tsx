import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OwnTicketDetail } from '@tickets/contract/tickets/own';
import { Star } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Field } from '../../../components/ui/fields/field.tsx';
import { TextArea } from '../../../components/ui/fields/text-area.tsx';
import { TextInput } from '../../../components/ui/fields/text-input.tsx';
import { ApiError, call } from '../../../lib/api/api.ts';
import { toast } from '../../../lib/page/toast.ts';
import styles from './mine.module.css';
import { ownKeys } from './my-tickets.queries.ts';

const STARS = [1, 2, 3, 4, 5] as const;

/** What the direct message about a closed ticket asks its opener: how it was, and the exit survey. */
export function Afterwards({ ticket }: { ticket: OwnTicketDetail }) {
  const t = useTranslations('my_tickets.rating');
  if (!ticket.may_rate && !ticket.survey) return null;
  return (
    <Card
      title={t('title')}
      description={ticket.may_rate ? t('text', { server: ticket.server.name }) : undefined}
    >
      <div className={styles.afterwards}>
        {ticket.may_rate ? <Rating ticket={ticket} /> : null}
        {ticket.survey ? <Survey key={ticket.id} ticket={ticket} survey={ticket.survey} /> : null}
      </div>
    </Card>
  );
}

/** Tells the page and the list what is so now. */
function useToldAfterwards({ id, server }: OwnTicketDetail) {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ownKeys.view(server.id, id) }),
      queryClient.invalidateQueries({ queryKey: ownKeys.list }),
    ]);
}

function Rating({ ticket }: { ticket: OwnTicketDetail }) {
  const t = useTranslations('my_tickets.rating');
  const told = useToldAfterwards(ticket);
  const rate = useMutation({
    mutationFn: (rating: (typeof STARS)[number]) =>
      call('own_tickets.rate', {
        params: { guild_id: ticket.server.id, ticket_id: ticket.id },
        body: { rating },
      }),
    onSuccess: () => {
      toast.success(t('thanks'));
      return told();
    },
  });
  const shown = rate.isPending ? rate.variables : ticket.rating;
  return (
    <div>
      <fieldset className={styles.rating} disabled={rate.isPending}>
        <legend className="visually-hidden">{t('title')}</legend>
        {STARS.map((count) => (
          <button
            key={count}
            type="button"
            className={styles.star}
            aria-label={t('stars', { count })}
            aria-pressed={shown === count}
            data-given={(shown ?? 0) >= count || undefined}
            onClick={() => rate.mutate(count)}
          >
            <Star aria-hidden="true" />
          </button>
        ))}
      </fieldset>
      <p className={styles.given} role="status">
        {shown ? t('given', { count: shown }) : null}
      </p>
    </div>
  );
}

type Form = NonNullable<OwnTicketDetail['survey']>;

function Survey({ ticket, survey }: { ticket: OwnTicketDetail; survey: Form }) {
  const t = useTranslations('my_tickets.survey');
  const told = useToldAfterwards(ticket);
  const [shownAt, setShownAt] = useState<string>();
  const [answers, setAnswers] = useState<Record<string, string>>({});
  const send = useMutation({
    mutationFn: (shown_at: string) =>
      call('own_tickets.answer_survey', {
        params: { guild_id: ticket.server.id, ticket_id: ticket.id },
        body: { answers, shown_at },
      }),
    // It stands at the questions.
    meta: { isShown: (error: unknown) => error instanceof ApiError && error.body.fields !== undefined },
    onSuccess: () => {
      setShownAt(undefined);
      toast.success(t('thanks'));
      return told();
    },
  });
  const problems = send.error instanceof ApiError ? (send.error.body.fields ?? []) : [];
  const problemOf = (id: string) => problems.find(({ path }) => path === `answers.${id}`)?.message;
  if (shownAt === undefined)
    return (
      <div className={styles.survey}>
        {survey.is_answered ? <p>{t('answered')}</p> : null}
        <Button onClick={() => setShownAt(new Date().toISOString())}>
          {survey.is_answered ? t('again') : t('open')}
        </Button>
      </div>
    );
  return (
    <form
      className={styles.survey}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate(shownAt);
      }}
    >
      <h3>{survey.title}</h3>
      {survey.questions.map((question) => {
        const { id, label, placeholder, is_long, required } = question;
        const Input = is_long ? TextArea : TextInput;
        return (
          <Field
            key={id}
            label={required ? label : `${label} (${t('optional')})`}
            {...(problemOf(id) ? { error: problemOf(id) } : {})}
          >
            <Input
              value={answers[id] ?? ''}
              onChange={(value: string) => setAnswers({ ...answers, [id]: value })}
              {...(placeholder ? { placeholder } : {})}
            />
          </Field>
        );
      })}
      <div>
        <Button type="submit" variant="primary" busy={send.isPending}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
}
