import type { OwnData } from '@tickets/contract/personal-data/personal-data';
/** What a card shows; undefined while it loads. */
export interface OwnDataProps {
  own: OwnData | undefined;
}
