import { charactersIn } from '@tickets/contract/embeds/embed-limits';
import { channelName } from '@tickets/contract/tickets/channel-name';
import {
  fillNamingScheme,
  type NamingFacts,
  namingProblems,
  namingProblemText,
  namingSchemeLimit,
} from '@tickets/contract/tickets/naming';
import { translate } from '../../lib/page/translate.ts';

/** Every placeholder of a naming scheme as one writes it, by the key of its meaning. */
export const namingExamples = {
  id: 'id',
  id_padded: 'id_padded',
  username: 'username',
  nickname: 'nickname',
  claimed: 'claimed',
  claim_indicator: 'claim_indicator',
  claimed_by: 'claimed_by',
  date: 'date',
  date_format: 'date:yyyy-mm-dd',
  date_days: 'date_days:3',
  date_weeks: 'date_weeks:1:dd-mm',
  date_months: 'date_months:-1',
  date_timestamp: 'date_timestamp:1700000000',
} as const;

const sample = { ticket_id: 42, username: 'olive', nickname: 'Olive B' };

/** The name that the channel of a sample ticket gets, as the bot makes it. */
export function sampleChannel(
  scheme: string,
  { claimed_by, now }: Pick<NamingFacts, 'claimed_by' | 'now'>,
): string {
  return channelName(fillNamingScheme(scheme, { ...sample, claimed_by, now })) || 'unclaimed';
}

/** What the server would refuse, in words. */
export function namingError(scheme: string): string | undefined {
  // Sent like this, it would silently be the server's.
  if (!scheme.trim()) return translate('editors.naming.empty');
  if (charactersIn(scheme) > namingSchemeLimit)
    return translate('editors.naming.too_long', { limit: namingSchemeLimit });
  const [problem] = namingProblems(scheme);
  return problem && namingProblemText(problem);
}

/** Channels have no spaces in their names, so a scheme has none either. */
export const withoutSpaces = (scheme: string) => scheme.replace(/\s/g, '-');
