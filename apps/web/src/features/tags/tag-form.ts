import { charactersIn } from '@tickets/contract/embeds/embed-limits';
import type { FieldProblem } from '@tickets/contract/platform/errors';
import { tagDefaults } from '@tickets/contract/tags/tag-defaults';
import { tagLimits } from '@tickets/contract/tags/tag-limits';
import type { Tag, TagFields } from '@tickets/contract/tags/tags';
import type { useTranslations } from 'use-intl';
import { type EmbedForm, embedFormOf, embedPayload, newEmbed } from '../../components/editors/embed-form.ts';
import { embedProblems } from '../../components/editors/embed-problems.ts';
import type { State } from '../../lib/meanwhile/edits.ts';

/** A tag as its editor holds it. */
export interface TagForm {
  id: string;
  content: string;
  use_guild_command: boolean;
  use_embed: boolean;
  /** Kept while it is not used, so that turning it off and on loses nothing. */
  embed: EmbedForm;
}

export function tagFormOf({ id, content, use_guild_command, use_embed, embed }: TagFields): TagForm {
  return {
    id,
    content: content ?? '',
    use_guild_command,
    use_embed,
    embed: embed ? embedFormOf(embed) : newEmbed(),
  };
}

export const newTagForm: TagForm = tagFormOf({ id: '', ...tagDefaults });

/** A tag that is edited, or a new one, as it is before anything is typed. */
export function stateOf(original: Tag | undefined): State<TagFields> {
  if (!original) return { value: tagPayload(newTagForm), version: undefined };
  const { version, ...value } = original;
  return { value, version };
}

/** An id as it is typed or pasted. The slash of `/docs` belongs to the command, and not to the id. */
export const withoutSlash = (typed: string) => typed.replace(/^\s*\/+/, '');

/** Ids are lower case, as Discord wants the names of commands. */
export const tagIdOf = (typed: string) => typed.trim().toLowerCase();

export function tagPayload(form: TagForm): TagFields {
  return {
    id: tagIdOf(form.id),
    content: form.content.trim() ? form.content : null,
    use_guild_command: form.use_guild_command,
    use_embed: form.use_embed,
    embed: form.use_embed ? embedPayload(form.embed) : null,
  };
}

export const isSameForm = (a: TagForm, b: TagForm) => JSON.stringify(a) === JSON.stringify(b);

interface Around {
  /** The tag that is edited. */
  original: Tag | undefined;
  taken: ReadonlySet<string>;
  premium: boolean;
  t: ReturnType<typeof useTranslations<'tags'>>;
}

/** What the server would refuse, told before anything is sent. */
export function tagProblems(form: TagForm, { original, taken, premium, t }: Around): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const say = (path: string, message: string) => problems.push({ path, message });
  const tag = tagPayload(form);
  const isRenamed = original !== undefined && original.id !== tag.id;

  const [pattern, rule] = tag.use_guild_command
    ? ([/^[a-z0-9_-]+$/, 'id_command'] as const)
    : ([/^\S+$/, 'id_form'] as const);
  if (!tag.id) say('id', t('problem.id'));
  else if (charactersIn(tag.id) > tagLimits.id || !pattern.test(tag.id))
    say('id', t(`problem.${rule}`, { limit: tagLimits.id }));
  else if (tag.id !== original?.id && taken.has(tag.id)) say('id', t('problem.id_taken', { id: tag.id }));

  // The server takes a tag under another id for a new one, for which what came with premium would be refused.
  if (isRenamed && !premium && tag.use_guild_command) say('use_guild_command', t('problem.alias'));
  if (isRenamed && !premium && tag.embed && (tag.embed.footer.text ?? tag.embed.footer.icon_url))
    say('embed.footer.text', t('problem.footer'));

  const length = charactersIn(form.content);
  const { embed } = tag;
  const embedSays =
    embed && (embed.description || embed.fields.length || embed.image_url || embed.thumbnail_url);
  if (length > tagLimits.content)
    say('content', t('problem.content_long', { limit: tagLimits.content, length }));
  else if (!tag.content && !embedSays) say('content', t('problem.content'));
  if (form.use_embed && (tag.content || embedSays)) problems.push(...embedProblems(form.embed, 'embed'));
  return problems;
}
