import type { Tag } from '@tickets/contract/tags/tags';
import { useState } from 'react';
import { isSameForm, newTagForm, type TagForm, tagFormOf } from './tag-form.ts';

export interface Editing {
  /** The tag as it was when its editor was opened; undefined for a new one. */
  original: Tag | undefined;
  /** Tells one opening of the editor from the next. */
  key: number;
  open: boolean;
  /** It was closed with changes before, and these are shown again. */
  resumed: boolean;
  /** Someone else changed the tag while it was edited; saving puts this in the place of theirs. */
  overtaken: boolean;
}

export type TagDrafts = ReturnType<typeof useTagDrafts>;

/** No tag has a blank id, so it names the draft of a new one. */
const slotOf = (tag: Tag | undefined) => tag?.id ?? '';

/**
 * What is typed in the editor of tags. Escape closes the editor and keeps it, so that no slip of a finger loses work;
 * Cancel lets it go.
 */
export function useTagDrafts() {
  const [forms, setForms] = useState<Readonly<Record<string, TagForm>>>({});
  const [editing, setEditing] = useState<Editing>();
  const slot = slotOf(editing?.original);
  const stored = editing?.original ? tagFormOf(editing.original) : newTagForm;

  const change = (id: string, form: TagForm | undefined) =>
    setForms(({ [id]: _, ...others }) => (form ? { ...others, [id]: form } : others));

  return {
    editing,
    stored,
    form: forms[slot] ?? stored,
    isDirty: Object.keys(forms).length > 0,
    isKept: (tag: Tag | undefined) => slotOf(tag) in forms,
    edit: (original: Tag | undefined) =>
      setEditing((before) => ({
        original,
        key: (before?.key ?? 0) + 1,
        open: true,
        resumed: slotOf(original) in forms,
        overtaken: false,
      })),
    /** A form like the stored one is no draft. */
    patch: (part: Partial<TagForm>) => {
      const next = { ...(forms[slot] ?? stored), ...part };
      change(slot, isSameForm(next, stored) ? undefined : next);
    },
    reset: () => {
      change(slot, undefined);
      setEditing((now) => now && { ...now, resumed: false, overtaken: false });
    },
    close: () => setEditing((now) => now && { ...now, open: false }),
    drop: (tag: Tag | undefined) => change(slotOf(tag), undefined),
    /** Someone else changed the tag that is edited: what was typed stays, over the tag as it is now. */
    overtake: (original: Tag, form: TagForm) => {
      change(original.id, isSameForm(form, tagFormOf(original)) ? undefined : form);
      setEditing((now) => now && { ...now, original, resumed: false, overtaken: true });
    },
    /** The tag that was edited is gone: what was typed becomes a new one. */
    orphan: (form: TagForm) => {
      setForms(({ [slot]: _, ...others }) => ({ ...others, '': form }));
      setEditing((now) => now && { ...now, original: undefined });
    },
  };
}
