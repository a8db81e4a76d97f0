import { useTranslations } from 'use-intl';

/** The name that the server gives whom it has never met. */
const UNKNOWN = 'Unknown User';

/** Whether nobody was found by the id. */
export const isNobody = ({ username }: { username?: string }) => username === UNKNOWN;

/** How messages call somebody: by name, or by id where nobody knows it. */
export function useStaffName(): (member: { id: string; username?: string }) => string {
  const t = useTranslations('admin');
  return ({ id, username }) => (username && username !== UNKNOWN ? username : t('by_id', { id }));
}
