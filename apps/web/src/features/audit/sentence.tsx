import { type ReadEntry, sentenceOf } from './wording/sentences.ts';
import type { Words } from './wording/words.ts';

/** What was done, with the names of things in bold. */
export function Sentence({ read, words }: { read: ReadEntry; words: Words }) {
  const { key, values } = sentenceOf(read, words);
  return <>{words.t.rich(`audit.did.${key}`, { ...values, b: (name) => <b>{name}</b> })}</>;
}
