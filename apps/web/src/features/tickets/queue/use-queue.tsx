import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';
import { type QueueView, storedQueueView, storeListView, storeQueueView } from '../list/list-view.ts';
import { useStepKeys } from '../list/use-list-keys.ts';
import { ticketsQuery } from '../tickets.queries.ts';
import { nextWaiting, type Queue, queueOf, stepFrom } from './queue.ts';

interface QueueState {
  /** Undefined until the list is there. */
  queue: Queue | undefined;
  view: QueueView;
  error: Error | null;
  change: (part: Partial<QueueView>) => void;
}

interface QueueSteps {
  /** Opens the next ticket (1) or the one before (-1). False where there is none. */
  step: (by: 1 | -1) => boolean;
  /** Opens the next ticket that waits for staff. False where none waits. */
  openNextWaiting: () => Promise<boolean>;
}

const StateContext = createContext<QueueState | undefined>(undefined);
const StepsContext = createContext<QueueSteps | undefined>(undefined);

/** Without a socket, or while it is lost, the list is read again this often. */
const POLL_MS = 15_000;

interface QueueProviderProps {
  guildId: string;
  current: number;
  /** Whether changes of the list come by themselves. */
  isLive: boolean;
  children: ReactNode;
}

/** The open tickets in the order in which somebody goes through them, for all that stands on the page of one. */
export function QueueProvider({ guildId, current, isLive, children }: QueueProviderProps) {
  const list = useQuery({ ...ticketsQuery(guildId), refetchInterval: isLive ? false : POLL_MS });
  const [view, setView] = useState(storedQueueView);
  const [held, hold] = useState<Queue>();
  const queue = useMemo(
    () => (list.data ? queueOf(held, list.data, view, current) : undefined),
    [held, list.data, view, current],
  );
  if (queue !== held) hold(queue);
  const state = useMemo<QueueState>(
    () => ({
      queue,
      view,
      error: list.error,
      change(part) {
        setView((now) => ({ ...now, ...part }));
        storeQueueView(part);
        if (part.only_mine !== undefined) storeListView({ only_mine: part.only_mine });
      },
    }),
    [queue, view, list.error],
  );
  return (
    <StateContext value={state}>
      <StepsContext value={useSteps(guildId, queue)}>{children}</StepsContext>
    </StateContext>
  );
}

/** Stays the same while the list changes, so that what only steps is not drawn anew. */
function useSteps(guildId: string, queue: Queue | undefined): QueueSteps {
  const navigate = useNavigate();
  const latest = useRef(queue);
  useEffect(() => {
    latest.current = queue;
  });
  const steps = useMemo<QueueSteps>(() => {
    const open = (id: number) => {
      // A step that comes before the page is there starts from it, too.
      if (latest.current) latest.current = { ...latest.current, current: id };
      return navigate({
        to: '/manage/$guildId/tickets/view/$ticketId',
        params: { guildId, ticketId: String(id) },
      });
    };
    return {
      step(by) {
        const row = latest.current && stepFrom(latest.current, by);
        if (row) void open(row.id);
        return row !== undefined;
      },
      async openNextWaiting() {
        const row = latest.current && nextWaiting(latest.current);
        if (row) await open(row.id);
        return row !== undefined;
      },
    };
  }, [navigate, guildId]);
  useStepKeys((by) => void steps.step(by));
  return steps;
}

export function useQueue(): QueueState {
  const state = use(StateContext);
  if (!state) throw new Error('a queue is used below its provider');
  return state;
}

export function useQueueSteps(): QueueSteps {
  const steps = use(StepsContext);
  if (!steps) throw new Error('a queue is used below its provider');
  return steps;
}
