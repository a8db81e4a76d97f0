import { createContext, useContext } from 'react';
import type { DiscordComponent } from '../types.ts';
import type { Choice } from './choices.tsx';

/** What a press does in the message around. */
export interface Press {
  /** `values`: what was chosen from a menu. */
  press: (customId: string, values?: string[]) => void;
  /** Whether the answer to a press is still on its way. */
  isBusy: (customId: string) => boolean;
  /** What a menu offers: its own options, or people, roles and channels of the server. */
  choicesOf: (component: DiscordComponent) => readonly Choice[];
  /** Changes when the message does: what was picked from a menu then goes back to what the message says. */
  revision: string | null;
}

export const PressContext = createContext<Press | undefined>(undefined);

export function usePress(): Press {
  const press = useContext(PressContext);
  if (!press) throw new Error('live components stand in a PressContext');
  return press;
}
