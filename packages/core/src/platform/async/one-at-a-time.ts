/** Work that is never run twice at once; asked for while it runs, it runs once more after that. */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let again = false;
  const run = async () => {
    try {
      do {
        again = false;
        await work();
      } while (again);
    } finally {
      running = undefined;
    }
  };
  return () => {
    if (running) again = true;
    else running = run();
    return running;
  };
}
