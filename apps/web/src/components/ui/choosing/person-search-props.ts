import type { RefObject } from 'react';
import type { ControlProps } from '../fields/field.tsx';
export interface FoundPerson {
  id: string;
  username: string;
  global_name?: string | null;
  discriminator?: string | undefined;
  avatar: string;
}

export interface PersonSearchProps extends ControlProps {
  value: FoundPerson | null;
  onChange: (person: FoundPerson | null) => void;
  /** Finds people whose names begin with the words; without words some to begin with. */
  search: (words: string, signal: AbortSignal) => Promise<readonly FoundPerson[]>;
  /** Under which the answers are kept, each with its words. */
  queryKey: readonly unknown[];
  /** `display`: the name that someone chose, with the username quietly after it. */
  names?: 'username' | 'display';
  /** Said quietly after a name that is offered. */
  noteOf?: (person: FoundPerson) => string | undefined;
  /** Is shown, and cannot be chosen. */
  isBarred?: (person: FoundPerson) => boolean;
  /** What is said when nobody was found. */
  nobody?: string;
  /** What is typed into, for a modal that puts the focus there. */
  inputRef?: RefObject<HTMLInputElement | null>;
}

/** What someone did in the box before everything that it is made of was there. */
export interface Early {
  text: string;
  hasFocus: boolean;
  /** A press opens the list. */
  isPressed: boolean;
}
