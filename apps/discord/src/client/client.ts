import { createContext, useContext, useSyncExternalStore } from 'react';
import { Api } from '../simulator/api.ts';
import { wordsOf } from '../simulator/refused.ts';
import type { OptionChoice } from '../simulator/types.ts';
import {
  type ClientState,
  type Dialog,
  emptyLog,
  initialState,
  type Log,
  logIn,
  type Menu,
} from './state.ts';

/** Who waits for the outcome of a press, a command or a form. */
export interface Waiting {
  /** Of a component: which one is busy meanwhile. */
  pressKey?: string;
  onDone?: () => void;
  onFail: (text: string) => void;
}

/** All that one page knows, and its line to the simulator. What can be done are functions that take it. */
export class Client {
  readonly api = new Api();
  /** By the mark with which an interaction was sent. */
  readonly waiting = new Map<string, Waiting>();
  readonly choices = new Map<string, (choices: OptionChoice[] | null) => void>();
  readonly typingTimers = new Map<string, ReturnType<typeof setTimeout>>();
  stopListening: () => void = () => {};
  #state = initialState;
  readonly #listeners = new Set<() => void>();

  get state(): ClientState {
    return this.#state;
  }

  set(change: Partial<ClientState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  setLog(channelId: string, change: Partial<Log>): void {
    const log = { ...emptyLog, ...this.#state.logs.get(channelId), ...change };
    this.set({ logs: new Map(this.#state.logs).set(channelId, log) });
  }

  log(channelId: string): Log {
    return logIn(this.#state, channelId);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  openMenu(menu: Menu): void {
    this.set({ menu });
  }

  openDialog(dialog: Dialog): void {
    this.set({ dialog });
  }

  /** Tells the composer of the open channel to begin a command. */
  startCommand(name: string): void {
    this.set({ wantedCommand: name });
  }

  readonly closeDialog = (): void => this.set({ dialog: null });

  notice(text: string): void {
    this.set({ notice: { text, id: crypto.randomUUID() } });
  }

  /** Does something that can be refused, and says so if it is. */
  async attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.notice(wordsOf(error));
      return undefined;
    }
  }
}

export const ClientContext = createContext<Client | undefined>(undefined);

export function useClient(): Client {
  const client = useContext(ClientContext);
  if (!client) throw new Error('the page stands in a ClientContext');
  return client;
}

/** Draws again when what is chosen of the state is another value. */
export function useSelected<T>(select: (state: ClientState) => T): T {
  const client = useClient();
  return useSyncExternalStore(client.subscribe, () => select(client.state));
}

const everything = (state: ClientState) => state;

export const useClientState = () => useSelected(everything);
