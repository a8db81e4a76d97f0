import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { guildQuery, useGuildId } from './use-guild.ts';

/** Where the frame says why something cannot be done by those whom a staff override lets in. */
export const letInReasonId = 'let-in-reason';

interface LetInButton {
  disabled?: true;
  title?: string;
  'aria-describedby'?: string;
}

/** Whether nothing but a staff override lets the reader into the server of the page. The frame has asked. */
export function useIsLetIn(): boolean {
  const { data } = useQuery({ ...guildQuery(useGuildId()), enabled: false });
  return data?.let_in ?? false;
}

/** For buttons of what would outlast an override, which the server refuses to those whom one lets in. */
export function useUnlessLetIn(): LetInButton {
  const t = useTranslations('common.let_in');
  return useIsLetIn() ? { disabled: true, title: t('refused'), 'aria-describedby': letInReasonId } : {};
}
