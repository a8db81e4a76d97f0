import { changed, state } from './store.js';

export function notice(text) {
  state.notice = { text, id: Math.random() };
  changed();
}

/** Does something that can be refused, and says so if it is. */
export async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    notice(wordsOf(error));
    return undefined;
  }
}

const kinder = {
  50013: 'You do not have permission to do that here.',
  50001: 'You cannot see that.',
  50007: 'This person does not take direct messages.',
  50006: 'A message cannot be empty.',
  40005: 'A file may be 10 MB at most.',
  20016: 'Slow mode is on. Wait a moment before you write again.',
  160005: 'This thread is locked.',
};

export function wordsOf(error) {
  if (error instanceof TypeError) return 'The simulator does not answer. Is it still running?';
  return kinder[error.code] ?? firstProblem(error.errors) ?? error.message;
}

/** The first thing that is wrong in a form, out of Discord's tree of problems. */
function firstProblem(tree) {
  if (!tree) return undefined;
  if (tree._errors?.length) return tree._errors[0].message;
  for (const branch of Object.values(tree)) {
    const found = firstProblem(branch);
    if (found) return found;
  }
  return undefined;
}
