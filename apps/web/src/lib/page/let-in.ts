import { useQuery } from '@tanstack/react-query';
import { PermissionLevel } from '@tickets/contract/access/levels';
import { isSaidOf } from '@tickets/contract/platform/fields';
import { useTranslations } from 'use-intl';
import { guildQuery, useGuildId } from './use-guild.ts';

/** Where the frame says why something cannot be done by those whom a staff override lets in. */
export const letInReasonId = 'let-in-reason';

export interface LetInButton {
  disabled?: true;
  title?: string;
  'aria-describedby'?: string;
}

/** Whether nothing but a staff override lets the reader into the server of the page; undefined until the frame has its answer. */
export function useIsLetIn(): boolean | undefined {
  const { data } = useQuery({ ...guildQuery(useGuildId()), enabled: false });
  return data && (data.let_in ?? false);
}

/** For buttons of what would outlast an override, which the server refuses to those whom one lets in, unless they have this level by the server itself. */
export function useUnlessLetIn(level: PermissionLevel = PermissionLevel.admin): LetInButton {
  const t = useTranslations('common.let_in');
  const { data } = useQuery({ ...guildQuery(useGuildId()), enabled: false });
  return data?.let_in && data.own_level < level
    ? { disabled: true, title: t('refused'), 'aria-describedby': letInReasonId }
    : {};
}

/** Why a field is off for those whom a staff override lets in; undefined where it is theirs to change. */
export function useFieldRefusal(): (
  outlasting: Readonly<Record<string, boolean>>,
  path: string,
) => string | undefined {
  const t = useTranslations('common.let_in');
  const isIn = useIsLetIn();
  return (outlasting, path) => (isIn && isSaidOf(outlasting, path) ? t('refused') : undefined);
}

/** A field that is off, with the reason after its hint, where there is a reason. */
export const refusedField = (reason: string | undefined, hint: string) => ({
  hint: reason ? `${hint} ${reason}.` : hint,
  disabled: reason !== undefined,
});
