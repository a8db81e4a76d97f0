import { createContext } from 'react';

/** How the bot appears in the server of the page: its name, and its picture where it has one. */
export interface BotFace {
  name: string;
  avatarUrl?: string | undefined;
}

/** Undefined outside of a server, and until the server has told. */
export const BotFaceContext = createContext<BotFace | undefined>(undefined);
