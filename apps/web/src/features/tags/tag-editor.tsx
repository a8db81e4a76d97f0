import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import type { TagFields as StoredFields } from '@tickets/contract/tags/tags';
import { lazy, Suspense, useDeferredValue, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Banner } from '../../components/ui/banner.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Form } from '../../components/ui/fields/form.tsx';
import { Modal } from '../../components/ui/overlays/modal.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { ApiError } from '../../lib/api/api.ts';
import { errorText } from '../../lib/api/query-client.ts';
import type { Edit, Meeting } from '../../lib/meanwhile/edits.ts';
import { isOutdated } from '../../lib/meanwhile/save-over.ts';
import { loadMessages } from '../../lib/page/messages.ts';
import { toast } from '../../lib/page/toast.ts';
import { useMedia } from '../../lib/page/use-media.ts';
import type { Editing, TagDrafts } from './tag-drafts.ts';
import { TagFields } from './tag-fields.tsx';
import { stateOf, type TagForm, tagFormOf, tagIdOf, tagPayload, tagProblems } from './tag-form.ts';
import { TagPreview } from './tag-preview.tsx';
import styles from './tags.module.css';
import { LostTagError, saveTagMutation } from './tags.queries.ts';

// Most saves meet nobody.
const TagMeanwhile = lazy(async () => {
  const [module] = await Promise.all([import('./tag-meanwhile.tsx'), loadMessages('meanwhile')]);
  return { default: module.TagMeanwhile };
});

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
  const [meeting, setMeeting] = useState<Meeting<StoredFields>>();
  const queryClient = useQueryClient();
  const save = useMutation(saveTagMutation(queryClient, { guild_id: guildId, onMet: setMeeting }));
  const { form } = drafts;
  const { original } = editing;
  const shown = useDeferredValue(form);

  function submit() {
    const found = tagProblems(form, { original, taken, premium: premium ?? false, t });
    tell(found);
    if (found.length) return;
    send({ value: tagPayload(form), base: stateOf(original) }, form);
  }

  function send(edit: Edit<StoredFields>, typed: TagForm) {
    const { value, base } = edit;
    save.mutate(edit, {
      onSuccess: () => {
        const isNew = base.version === undefined;
        toast.success(isNew ? t('created', { id: value.id }) : t('edited'));
        // Of a tag that was deleted meanwhile the draft is that of a new one.
        drafts.drop(isNew ? undefined : { ...base.value, version: base.version ?? 0 });
        drafts.close();
      },
      onError: (error) => fail(error, edit, typed),
    });
  }

  function fail(error: unknown, { value, base }: Edit<StoredFields>, typed: TagForm) {
    if (isOutdated(error)) return;
    const refusal = error instanceof LostTagError ? error.refusal : error;
    const code = refusal instanceof ApiError ? refusal.code : undefined;
    if (code === 'tag.not_found')
      return setMeeting({ base: base.value, mine: value, theirs: undefined, changed: [] });
    if (code === 'tag.exists')
      return tell([{ path: 'id', message: t('problem.id_taken', { id: tagIdOf(typed.id) }) }]);
    toast.error(errorText(refusal));
    if (refusal instanceof ApiError) tell(refusal.fields);
    if (!(error instanceof LostTagError) || !original) return;
    toast.error(t('not_put_back', { id: original.id }));
    drafts.orphan(typed);
  }

  function tell(found: readonly FieldProblem[]) {
    setProblems(found);
    // What is to be mended stands in the form.
    if (found.length) setTab('edit');
  }

  const fields = (
    <Form id={formId} className={styles.form} problems={problems} onSubmit={submit}>
      {editing.resumed ? (
        <Banner
          action={
            <Button size="small" onClick={drafts.reset}>
              {t('editor.reset')}
            </Button>
          }
        >
          {t('editor.kept')}
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
      {meeting ? (
        <Suspense>
          <TagMeanwhile
            guildId={guildId}
            meeting={meeting}
            onClose={() => setMeeting(undefined)}
            draft={{
              rebase: ({ value, version }, next) =>
                version === undefined
                  ? drafts.orphan(tagFormOf(next))
                  : drafts.rebase({ ...value, version }, tagFormOf(next)),
            }}
            save={(edit) => send(edit, tagFormOf(edit.value))}
          />
        </Suspense>
      ) : null}
    </Modal>
  );
}
