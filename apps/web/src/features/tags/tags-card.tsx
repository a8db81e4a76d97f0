import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { PermissionLevel } from '@tickets/contract/access/levels';
import { tagLimits } from '@tickets/contract/tags/tag-limits';
import type { Tag } from '@tickets/contract/tags/tags';
import { Plus, Search, Tags } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { HistoryLink } from '../../components/history-link.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { EmptyState, ErrorState } from '../../components/ui/empty-state.tsx';
import { TextInput } from '../../components/ui/fields/text-input.tsx';
import { fetchModal } from '../../components/ui/overlays/lazy-modal.tsx';
import { LeaveGuard } from '../../components/ui/overlays/leave-guard.tsx';
import { premiumQuery, tagsQuery } from '../../lib/api/guild.queries.ts';
import { errorText } from '../../lib/api/query-client.ts';
import { toast } from '../../lib/page/toast.ts';
import { useLevel } from '../../lib/session/use-level.ts';
import { DeleteTag } from './delete-tag.tsx';
import { type TagDrafts, useTagDrafts } from './tag-drafts.ts';
import styles from './tags.module.css';
import { TagsTable } from './tags-table.tsx';

// The editor weighs more than the list, so it comes when someone goes for it.
const fetchEditor = () => Promise.all([import('./tag-editor.tsx'), fetchModal()]);
const TagEditor = lazy(async () => {
  const [module] = await fetchEditor();
  return { default: module.TagEditor };
});

/** From here on looking for a tag is slower than typing a part of it. */
const SEARCH_FROM = 8;

export function TagsCard({ guildId }: { guildId: string }) {
  const t = useTranslations('tags');
  const level = useLevel();
  const tags = useQuery(tagsQuery(guildId));
  const premium = useQuery(premiumQuery(guildId));
  const drafts = useTagDrafts();
  const [wanted, setWanted] = useState('');
  const [doomed, setDoomed] = useState<Tag>();

  useTagOfAddress(guildId, drafts);

  const all = tags.data && Object.values(tags.data).toSorted(byId);
  const count = all?.length ?? 0;
  const rows = all?.filter((tag) => contains(tag, wanted.trim().toLowerCase()));
  const { editing } = drafts;
  const isFull = count >= tagLimits.per_guild;

  return (
    <>
      <Card
        description={all ? t(isFull ? 'full' : 'count', { count, limit: tagLimits.per_guild }) : null}
        actions={
          <div className={styles.actions}>
            {count >= SEARCH_FROM ? (
              <div className={styles.search}>
                <TextInput
                  type="search"
                  icon={<Search />}
                  aria-label={t('search')}
                  placeholder={t('search')}
                  value={wanted}
                  onChange={setWanted}
                />
              </div>
            ) : null}
            {drafts.isKept(undefined) ? <Badge tone="warning">{t('kept')}</Badge> : null}
            <Button
              variant="primary"
              icon={<Plus aria-hidden="true" />}
              disabled={!all || isFull}
              onPointerEnter={fetchEditor}
              onFocus={fetchEditor}
              onClick={() => drafts.edit(undefined)}
            >
              {t('create')}
            </Button>
          </div>
        }
        flush
      >
        {tags.isError && !tags.data ? (
          <ErrorState message={errorText(tags.error)} onRetry={() => void tags.refetch()} />
        ) : (
          <TagsTable
            rows={rows}
            isKept={drafts.isKept}
            onNear={fetchEditor}
            onEdit={drafts.edit}
            onDelete={setDoomed}
            historyLink={
              level < PermissionLevel.admin
                ? undefined
                : ({ id }) => <HistoryLink guildId={guildId} type="tag" id={id} of={id} />
            }
            empty={
              wanted ? (
                <EmptyState icon={<Search />} title={t('no_match.title')}>
                  {t('no_match.text', { text: wanted.trim() })}
                </EmptyState>
              ) : (
                <EmptyState icon={<Tags />} title={t('empty.title')}>
                  {t('empty.text')}
                </EmptyState>
              )
            }
          />
        )}
      </Card>
      {editing ? (
        <Suspense>
          <TagEditor
            key={editing.key}
            guildId={guildId}
            drafts={drafts}
            editing={editing}
            taken={new Set(Object.keys(tags.data ?? {}))}
            // Where it cannot be loaded, the server refuses what needs it.
            premium={premium.data?.premium ?? (premium.isError || undefined)}
          />
        </Suspense>
      ) : null}
      <DeleteTag
        guildId={guildId}
        tag={doomed}
        onClose={() => setDoomed(undefined)}
        onDeleted={drafts.drop}
      />
      <LeaveGuard active={drafts.isDirty} withinPage />
    </>
  );
}

/** `?tag=docs` opens the editor of that tag, once. */
function useTagOfAddress(guildId: string, { edit }: TagDrafts) {
  const t = useTranslations('tags');
  const navigate = useNavigate();
  const { tag: id } = useSearch({ from: '/manage/$guildId/tags' });
  const { data: tags, isFetching } = useQuery(tagsQuery(guildId));
  const answered = useRef<string>(undefined);
  useEffect(() => {
    if (!id) answered.current = undefined;
    const tag = id && tags && Object.hasOwn(tags, id) && tags[id];
    // What is not in the list yet may be in the one that is on its way.
    if (!id || id === answered.current || !tags || (!tag && isFetching)) return;
    answered.current = id;
    if (tag) edit(tag);
    else toast.error(t('not_found', { id }));
    void navigate({ to: '.', search: {}, replace: true, resetScroll: false });
  }, [id, tags, isFetching, edit, navigate, t]);
}

/** `n2` before `n10`. */
const byId = (a: Tag, b: Tag) => a.id.localeCompare(b.id, undefined, { numeric: true });

function contains({ id, content, embed }: Tag, letters: string): boolean {
  if (!letters) return true;
  return [id, content, embed?.title, embed?.description].some((text) =>
    text?.toLowerCase().includes(letters),
  );
}
