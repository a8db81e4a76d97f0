/**
 * One question for all who ask: those who come while it is being answered wait for the same answer, which then stands for so many
 * milliseconds, or without them for good. A failure goes to those who waited, and the next one asks again.
 */
export function remembered<T>(ask: () => Promise<T>, ms?: number): () => Promise<T> {
  let answer: Promise<T> | undefined;
  const forget = () => {
    answer = undefined;
  };
  return () => {
    answer ??= ask().then(
      (value) => {
        if (ms !== undefined) setTimeout(forget, ms).unref();
        return value;
      },
      (error: unknown) => {
        forget();
        throw error;
      },
    );
    return answer;
  };
}

/**
 * As remembered(), for each key by itself. A failure stands as long as an answer, so that somebody who keeps asking causes one question
 * in `ms` milliseconds. At most `max` keys are remembered; the oldest goes first.
 */
export function rememberedByKey<T>(
  ms: number,
  max: number,
): (key: string, ask: () => Promise<T>) => Promise<T> {
  const answers = new Map<string, Promise<T>>();
  return (key, ask) => {
    const known = answers.get(key);
    if (known) return known;
    const [oldest] = answers.keys();
    if (answers.size >= max && oldest !== undefined) answers.delete(oldest);
    const answer = ask();
    answers.set(key, answer);
    const forget = () => {
      if (answers.get(key) === answer) answers.delete(key);
    };
    const forgetLater = () => void setTimeout(forget, ms).unref();
    answer.then(forgetLater, forgetLater);
    return answer;
  };
}
