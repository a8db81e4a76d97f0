import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import { limits } from '@tickets/contract/platform/limits';
import type { Colours } from '@tickets/contract/settings/settings';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PremiumBadge } from '../../components/ui/badge.tsx';
import { Card } from '../../components/ui/card.tsx';
import { ColourInput } from '../../components/ui/fields/colour-input.tsx';
import { Field } from '../../components/ui/fields/field.tsx';
import { Form } from '../../components/ui/fields/form.tsx';
import { SaveBar } from '../../components/ui/save-bar.tsx';
import { ApiError } from '../../lib/api/api.ts';
import { toast } from '../../lib/page/toast.ts';
import { useDraft } from '../../lib/page/use-draft.ts';
import { saveColoursMutation } from './appearance.queries.ts';
import { ColoursPreview } from './colours-preview.tsx';
import { PremiumNote } from './premium-note.tsx';
import styles from './settings.module.css';

interface ColoursEditorProps {
  guildId: string;
  colours: Colours;
  premium: boolean;
}

/** The two colours, with the messages that they are for beside them. */
export function ColoursEditor({ guildId, colours, premium }: ColoursEditorProps) {
  const t = useTranslations('settings');
  const tAppearance = useTranslations('appearance');
  const queryClient = useQueryClient();
  const draft = useDraft(colours);
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const save = useMutation(saveColoursMutation(queryClient, guildId));

  const submit = () => {
    setProblems([]);
    save.mutate(draft.value, {
      onSuccess: () => {
        toast.success(tAppearance('saved'));
        draft.reset();
      },
      onError: (error) => setProblems(error instanceof ApiError ? error.fields : []),
    });
  };

  return (
    <div className={styles.beside}>
      <Card title={t('sections.colours')} description={t('intro.colours')} actions={<PremiumBadge />}>
        <Form className={styles.form} problems={problems} onSubmit={submit}>
          <div className={styles.pair}>
            {([0, 1] as const).map((index) => (
              <Field
                key={index}
                name={String(index)}
                label={t(`fields.colours.${index}.label`)}
                hint={t(`fields.colours.${index}.hint`)}
                disabled={!premium}
              >
                <ColourInput value={draft.value[index]} onChange={(hex) => draft.patch({ [index]: hex })} />
              </Field>
            ))}
          </div>
          {premium ? null : <PremiumNote>{t('premium_colours')}</PremiumNote>}
          <SaveBar
            always
            dirty={draft.dirty}
            saving={save.isPending}
            disabled={!premium}
            onReset={() => {
              draft.reset();
              setProblems([]);
            }}
          />
        </Form>
      </Card>
      <ColoursPreview colours={draft.value} limit={limits.ticket_limit.default} />
    </div>
  );
}
