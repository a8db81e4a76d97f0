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
