import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import type { Tag } from '@tickets/contract/tags/tags';
import { useDeferredValue, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Banner } from '../../components/ui/banner.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Form } from '../../components/ui/fields/form.tsx';
import { Modal } from '../../components/ui/overlays/modal.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { ApiError } from '../../lib/api/api.ts';
import { errorText } from '../../lib/api/query-client.ts';
import { toast } from '../../lib/page/toast.ts';
import { useMedia } from '../../lib/page/use-media.ts';
import type { Editing, TagDrafts } from './tag-drafts.ts';
import { TagFields } from './tag-fields.tsx';
import { type TagForm, tagIdOf, tagPayload, tagProblems } from './tag-form.ts';
import { TagPreview } from './tag-preview.tsx';
import styles from './tags.module.css';
import { ChangedTagError, LostTagError, saveTagMutation, TakenIdError } from './tags.queries.ts';

/** Narrower than this, form and preview take turns. */
const NARROW = '(max-width: 859px)';

interface TagEditorProps {
  guildId: string;
  drafts: TagDrafts;
  editing: Editing;
  taken: ReadonlySet<string>;
  /** Undefined until it is known. */
  premium: boolean | undefined;
}

export function TagEditor({ guildId, drafts, editing, taken, premium }: TagEditorProps) {
  const t = useTranslations('tags');
  const common = useTranslations('common');
  const formId = useId();
  const first = useRef<HTMLInputElement>(null);
  const isNarrow = useMedia(NARROW);
  const [tab, setTab] = useState('edit');
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const queryClient = useQueryClient();
  const save = useMutation(saveTagMutation(queryClient, guildId));
  const { form } = drafts;
  const { original } = editing;
  const shown = useDeferredValue(form);

  function submit() {
    const found = tagProblems(form, { original, taken, premium: premium ?? false, t });
    tell(found);
    if (found.length) return;
    const tag = tagPayload(form);
    save.mutate(
      { tag, original },
      {
        onSuccess: () => {
          toast.success(original ? t('edited') : t('created', { id: tag.id }));
          drafts.drop(original);
          drafts.close();
        },
        onError: (error) => fail(error, form),
      },
    );
  }

  function fail(error: unknown, typed: TagForm) {
    if (error instanceof ChangedTagError) return meet(error.current, typed);
    if (error instanceof TakenIdError)
      return tell([{ path: 'id', message: t('problem.id_taken', { id: tagIdOf(typed.id) }) }]);
    const refusal = error instanceof LostTagError ? error.refusal : error;
    toast.error(errorText(refusal));
    if (refusal instanceof ApiError) tell(refusal.fields);
    if (!(error instanceof LostTagError) || !original) return;
    toast.error(t('not_put_back', { id: original.id }));
    drafts.orphan(typed);
  }

  /** Someone else was at the same tag. Nothing is saved before one has seen it. */
  function meet(current: Tag | undefined, typed: TagForm) {
    const id = original?.id ?? '';
    toast.error(t(current ? 'overtaken' : 'deleted_meanwhile', { id }));
    setTab('edit');
    if (current) drafts.overtake(current, typed);
    else drafts.orphan(typed);
  }

  function tell(found: readonly FieldProblem[]) {
    setProblems(found);
    // What is to be mended stands in the form.
    if (found.length) setTab('edit');
  }

  const fields = (
    <Form id={formId} className={styles.form} problems={problems} onSubmit={submit}>
      {editing.overtaken || editing.resumed ? (
        <Banner
          tone={editing.overtaken ? 'warning' : 'info'}
          action={
            <Button size="small" onClick={drafts.reset}>
              {t(editing.overtaken ? 'editor.show_theirs' : 'editor.reset')}
            </Button>
          }
        >
          {t(editing.overtaken ? 'editor.overtaken' : 'editor.kept')}
        </Banner>
      ) : null}
      <TagFields form={form} onChange={drafts.patch} premium={premium} idRef={first} />
    </Form>
  );
  const preview = <TagPreview form={shown} premium={premium ?? true} />;

  return (
    <Modal
      open={editing.open}
      onClose={drafts.close}
      title={t('editor.title')}
      size="large"
      initialFocus={first}
      footer={
        <>
          <Button
            disabled={save.isPending}
            onClick={() => {
              drafts.drop(original);
              drafts.close();
            }}
          >
            {common('cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={save.isPending}>
            {t('editor.save')}
          </Button>
        </>
      }
    >
      {isNarrow ? (
        <Tabs
          label={t('editor.tabs')}
          keepMounted
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'edit', label: t('editor.edit_tab'), content: fields },
            { value: 'preview', label: t('editor.preview_tab'), content: preview },
          ]}
        />
      ) : (
        <div className={styles.panes}>
          {fields}
          <aside className={styles.beside} aria-label={t('editor.preview')}>
            {preview}
          </aside>
        </div>
      )}
    </Modal>
  );
}
