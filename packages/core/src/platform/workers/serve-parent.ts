import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { Answer } from './worker-process.ts';

/** A little above that of the program, so that presses come first on a busy machine, and little enough that it never starves. */
const niceness = 3;
/** Where memory runs out, the system ends this process before the program and its database. */
const firstToGo = '900';

/** Answers the program that has started this process, until it goes. */
export function serveParent(answer: (question: unknown) => Promise<unknown>): void {
  try {
    setPriority(niceness);
  } catch {
    // A system that does not let it: the work is the same, only less polite.
  }
  try {
    if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', firstToGo);
  } catch {
    // As above.
  }
  // A terminal and a service manager send these to all processes of a program. The program itself decides when this one ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit());
  process.on('message', async (message) => {
    const { id, question } = message as { id: number; question: unknown }; // sent by WorkerProcess
    process.send?.(await answered(id, () => answer(question)));
  });
}

async function answered(id: number, answer: () => Promise<unknown>): Promise<Answer> {
  try {
    return { id, value: await answer() };
  } catch (error) {
    const { message, name, code } = (
      error instanceof Error ? error : new Error(String(error))
    ) as NodeJS.ErrnoException;
    return { id, failure: { message, name, code } };
  }
}
