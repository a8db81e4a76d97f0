import type { UseMutationResult } from '@tanstack/react-query';
import type { IntegrationDetail, IntegrationInput } from '@tickets/contract/integrations/integrations';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { Button } from '../../../components/ui/button.tsx';
import { Form } from '../../../components/ui/fields/form.tsx';
import { LeaveGuard } from '../../../components/ui/overlays/leave-guard.tsx';
import { SaveBar } from '../../../components/ui/save-bar.tsx';
import { ApiError } from '../../../lib/api/api.ts';
import { useDraft } from '../../../lib/page/use-draft.ts';
import styles from '../integrations.module.css';
import {
  fieldOfPath,
  type IntegrationForm,
  integrationPayload,
  isNamed,
  withoutHeaderValues,
} from './integration-form.ts';
import { MetadataSection } from './metadata-section.tsx';
import { PlaceholdersSection } from './placeholders-section.tsx';
import { RequestSection } from './request-section.tsx';
import { TrialButton } from './trial-button.tsx';

interface IntegrationEditorProps {
  guildId: string;
  /** What is saved, or how a new one begins. */
  stored: IntegrationForm;
  isNew: boolean;
  save: UseMutationResult<IntegrationDetail, Error, IntegrationInput>;
  /** Between the form and its button, where there is already something to act on. */
  children?: (dirty: boolean) => ReactNode;
}

/** The form of an integration. A new one is named before it is asked what it calls. */
export function IntegrationEditor({ guildId, stored, isNew, save, children }: IntegrationEditorProps) {
  const t = useTranslations('integrations.form');
  const { value: form, dirty, patch, reset } = useDraft(stored, undefined, withoutHeaderValues);
  const [isNaming, setNaming] = useState(isNew);
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const rest = useRef<HTMLDivElement>(null);
  const isSaving = useRef(false);
  const newest = useRef(form);
  newest.current = form;

  const show = (found: readonly FieldProblem[]) =>
    setProblems(found.map(({ path, message }) => ({ path: fieldOfPath(form, path), message })));

  function submit() {
    if (isNaming) return goOn();
    // A second press may come before the first is drawn.
    if (isSaving.current) return;
    isSaving.current = true;
    setProblems([]);
    save.mutate(integrationPayload(form), {
      onSettled: () => {
        isSaving.current = false;
      },
      onSuccess: () => {
        // What was typed while it was being saved is still to be saved.
        if (newest.current === form) reset();
      },
      onError: (error) => {
        if (error instanceof ApiError) show(error.fields);
      },
    });
  }

  function goOn() {
    if (!isNamed(form)) return;
    flushSync(() => setNaming(false));
    rest.current?.querySelector<HTMLElement>('select')?.focus();
  }

  return (
    <Form className={styles.form} problems={problems} onSubmit={submit}>
      <MetadataSection
        form={form}
        onChange={patch}
        footer={
          isNaming ? (
            <Button type="submit" variant="primary" disabled={!isNamed(form)}>
              {t('continue')}
            </Button>
          ) : null
        }
      />
      {isNaming ? (
        <LeaveGuard active={dirty} />
      ) : (
        <>
          <div ref={rest} className={styles.form}>
            <RequestSection form={form} onChange={patch} />
            <PlaceholdersSection
              form={form}
              onChange={patch}
              footer={<TrialButton guildId={guildId} form={form} onProblems={show} />}
            />
          </div>
          {children?.(dirty)}
          <SaveBar
            always
            dirty={dirty}
            saving={save.isPending}
            submitLabel={t(isNew ? 'create' : 'save')}
            onReset={() => {
              reset();
              setProblems([]);
            }}
          />
        </>
      )}
    </Form>
  );
}
