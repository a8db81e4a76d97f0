import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import { limits } from '@tickets/contract/platform/limits';
import type { Colours, ColoursSave } from '@tickets/contract/settings/settings';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PremiumBadge } from '../../components/ui/badge.tsx';
import { Card } from '../../components/ui/card.tsx';
import { ColourInput } from '../../components/ui/fields/colour-input.tsx';
import { Field } from '../../components/ui/fields/field.tsx';
import { Form } from '../../components/ui/fields/form.tsx';
import { SaveBar } from '../../components/ui/save-bar.tsx';
import { ApiError, call } from '../../lib/api/api.ts';
import { guildKeys } from '../../lib/api/guild.queries.ts';
import type { Edit, Meeting } from '../../lib/meanwhile/edits.ts';
import { isOutdated, saveOver } from '../../lib/meanwhile/save-over.ts';
import { loadMessages } from '../../lib/page/messages.ts';
import { toast } from '../../lib/page/toast.ts';
import { useDraft } from '../../lib/page/use-draft.ts';
import { coloursQuery, type StoredColours } from './colours.queries.ts';
import { ColoursPreview } from './colours-preview.tsx';
import { PremiumNote } from './premium-note.tsx';
import styles from './settings.module.css';

// Most saves meet nobody.
const ColoursMeanwhile = lazy(async () => {
  const [module] = await Promise.all([import('./colours-meanwhile.tsx'), loadMessages('meanwhile')]);
  return { default: module.ColoursMeanwhile };
});

interface ColoursEditorProps {
  guildId: string;
  stored: StoredColours;
  premium: boolean;
}

/** The two colours, with the messages that they are for beside them. */
export function ColoursEditor({ guildId, stored, premium }: ColoursEditorProps) {
  const t = useTranslations('settings');
  const tAppearance = useTranslations('appearance');
  const queryClient = useQueryClient();
  const draft = useDraft(stored.value, stored.version);
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const [meeting, setMeeting] = useState<Meeting<Colours>>();
  const save = useMutation({
    mutationFn: (edit: Edit<Colours>) =>
      saveOver<Colours, unknown>(edit, {
        // Settings have a version from the first.
        save: (colours, { version = 0 }) =>
          call('colours.save', { params: { guild_id: guildId }, body: bodyOf(colours, version) }),
        read: () => queryClient.fetchQuery({ ...coloursQuery(guildId), staleTime: 0 }),
        onMet: setMeeting,
      }),
    meta: { isShown: isOutdated },
    onSuccess: async () => {
      toast.success(tAppearance('saved'));
      await queryClient.invalidateQueries({ queryKey: guildKeys.settings(guildId) });
      draft.reset();
    },
    onError: (error) => setProblems(error instanceof ApiError ? error.fields : []),
  });
  const send = (edit: Edit<Colours>) => {
    setProblems([]);
    save.mutate(edit);
  };

  return (
    <div className={styles.beside}>
      <Card title={t('sections.colours')} description={t('intro.colours')} actions={<PremiumBadge />}>
        <Form className={styles.form} problems={problems} onSubmit={() => send(draft)}>
          <div className={styles.pair}>
            {([0, 1] as const).map((index) => (
              <Field
                key={index}
                name={String(index)}
                label={t(`fields.colours.${index}.label`)}
                hint={t(`fields.colours.${index}.hint`)}
                disabled={!premium}
              >
                <ColourInput
                  pickerLabel={t('pick_colour', { name: t(`fields.colours.${index}.label`) })}
                  value={draft.value[index]}
                  onChange={(hex) => draft.patch({ [index]: hex })}
                />
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
      {meeting ? (
        <Suspense>
          <ColoursMeanwhile
            meeting={meeting}
            onClose={() => setMeeting(undefined)}
            draft={draft}
            save={send}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

// TypeScript cannot say that all keys but one are texts.
const bodyOf = (colours: Colours, based_on: number) => ({ ...colours, based_on }) as unknown as ColoursSave;
