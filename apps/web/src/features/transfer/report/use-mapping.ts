import type { ImportMapping, Unmatched } from '@tickets/contract/transfer/transfer';
import { useState } from 'react';

/** What was chosen for channels and roles, beginning with what is proposed. */
export function useMapping(unmatched: readonly Unmatched[]) {
  const [chosen, setChosen] = useState<Record<string, string | null>>({});
  const keyOf = ({ kind, id }: Unmatched) => `${kind === 'role' ? 'role' : 'channel'} ${id}`;
  const counterpartOf = (one: Unmatched) => {
    const key = keyOf(one);
    return key in chosen ? (chosen[key] ?? null) : one.counterpart;
  };
  const mapping: ImportMapping = { channels: {}, roles: {} };
  for (const one of unmatched)
    mapping[one.kind === 'role' ? 'roles' : 'channels'][one.id] = counterpartOf(one);
  return {
    mapping,
    counterpartOf,
    choose: (one: Unmatched, value: string | null) =>
      setChosen((before) => ({ ...before, [keyOf(one)]: value })),
    /** The report is of before these choices. */
    isStale: unmatched.some((one) => counterpartOf(one) !== one.counterpart),
  };
}
