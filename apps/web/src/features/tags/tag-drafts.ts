import type { Tag } from '@tickets/contract/tags/tags';
import { useState } from 'react';
import { isSameForm, newTagForm, type TagForm, tagFormOf } from './tag-form.ts';

export interface Editing {
  /** The tag as it was when its editing began; undefined for a new one. */
  original: Tag | undefined;
  /** Tells one opening of the editor from the next. */
  key: number;
  open: boolean;
  /** It was closed with changes before, and these are shown again. */
  resumed: boolean;
}

export type TagDrafts = ReturnType<typeof useTagDrafts>;

/** No tag has a blank id, so it names the draft of a new one. */
const slotOf = (tag: Tag | undefined) => tag?.id ?? '';

interface Kept {
  form: TagForm;
  /** The tag that it was typed over. */
  original: Tag | undefined;
}

/**
 * What is typed in the editor of tags. Escape closes the editor and keeps it, so that no slip of a finger loses work;
 * Cancel lets it go.
 */
export function useTagDrafts() {
  const [kept, setKept] = useState<ReadonlyMap<string, Kept>>(new Map());
  const [editing, setEditing] = useState<Editing>();
  const slot = slotOf(editing?.original);
  const stored = editing?.original ? tagFormOf(editing.original) : newTagForm;

  const form = kept.get(slot)?.form ?? stored;

  const change = (id: string, now: Kept | undefined) =>
    setKept((before) => {
      const after = new Map(before);
      if (now) after.set(id, now);
      else after.delete(id);
      return after;
    });
  /** A form like the stored one is no draft. */
  const keep = (typed: TagForm, original: Tag | undefined) => {
    const isDraft = !isSameForm(typed, original ? tagFormOf(original) : newTagForm);
    change(slotOf(original), isDraft ? { form: typed, original } : undefined);
  };

  return {
    editing,
    stored,
    form,
    isDirty: kept.size > 0,
    isKept: (tag: Tag | undefined) => kept.has(slotOf(tag)),
    edit: (tag: Tag | undefined) => {
      const draft = kept.get(slotOf(tag));
      setEditing((before) => ({
        original: draft ? draft.original : tag,
        key: (before?.key ?? 0) + 1,
        open: true,
        resumed: draft !== undefined,
      }));
    },
    patch: (part: Partial<TagForm>) => keep({ ...form, ...part }, editing?.original),
    reset: () => {
      change(slot, undefined);
      setEditing((now) => now && { ...now, resumed: false });
    },
    close: () => setEditing((now) => now && { ...now, open: false }),
    drop: (tag: Tag | undefined) => change(slotOf(tag), undefined),
    /** Goes on editing as if it had begun from the tag as it is now. */
    rebase: (original: Tag, typed: TagForm) => {
      keep(typed, original);
      setEditing((now) => now && { ...now, original, resumed: false });
    },
    /** The tag that was edited is gone: what was typed becomes a new one. */
    orphan: (typed: TagForm) => {
      change(slot, undefined);
      change('', { form: typed, original: undefined });
      setEditing((now) => now && { ...now, original: undefined });
    },
  };
}
