import { forSeveral } from '../db/patience.ts';

/** More questions than that are asked in several statements. */
const mostAtOnce = 1000;

/**
 * Joins questions that come in the same moment, or while earlier ones are being answered, into one. Equal questions,
 * by `keyOf`, are asked once. Answers that are still promises are not waited for before the next questions are asked.
 */
export function batched<Question, Answer>(
  askAll: (questions: readonly Question[]) => Promise<readonly (Answer | PromiseLike<Answer>)[]>,
  keyOf: (question: Question) => string,
): (question: Question) => Promise<Answer> {
  const waiting = new Map<string, { question: Question; answer: PromiseWithResolvers<Answer> }>();
  let isAsking = false;

  async function work() {
    while (waiting.size > 0) {
      const asked = [...waiting].slice(0, mostAtOnce);
      for (const [key] of asked) waiting.delete(key);
      try {
        const answers = await forSeveral(() => askAll(asked.map(([, { question }]) => question)));
        for (const [index, [, { answer }]] of asked.entries()) answer.resolve(answers[index] as Answer); // one each
      } catch (error) {
        for (const [, { answer }] of asked) answer.reject(error);
      }
    }
    isAsking = false;
  }

  return (question) => {
    const key = keyOf(question);
    const known = waiting.get(key);
    if (known) return known.answer.promise;
    const answer = Promise.withResolvers<Answer>();
    waiting.set(key, { question, answer });
    if (!isAsking) {
      isAsking = true;
      // Anyone who asks in the same moment is joined.
      setImmediate(() => void work());
    }
    return answer.promise;
  };
}
