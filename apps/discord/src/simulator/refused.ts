/** Discord's body of a refusal. */
export interface Refusal {
  code?: number;
  message?: string;
  errors?: Problems;
  /** Seconds, where it came too early. */
  retry_after?: number;
}

/** Discord's tree of problems: by field, and at its leaves what is wrong. */
export interface Problems {
  _errors?: { code: string; message: string }[];
  [field: string]: Problems | { code: string; message: string }[] | undefined;
}

/** The simulator refused, with a reason. */
export class Refused extends Error {
  readonly status: number;
  readonly code: number | undefined;
  readonly errors: Problems | undefined;
  /** Seconds after which it may be sent again. Slow mode, which has a code, is for the person to wait for. */
  readonly retry_after: number | undefined;
  constructor(status: number, refusal: Refusal | undefined) {
    super(refusal?.message ?? `The simulator returned ${status}.`);
    this.status = status;
    this.code = refusal?.code;
    this.errors = refusal?.errors;
    this.retry_after = status === 429 && !refusal?.code ? refusal?.retry_after : undefined;
  }
}

const kinder: Record<number, string> = {
  50013: 'You do not have permission to do that here.',
  50001: 'You cannot see that.',
  50007: 'This person does not take direct messages.',
  50006: 'A message cannot be empty.',
  40005: 'A file may be 10 MB at most.',
  20016: 'Slow mode is on. Wait a moment before you write again.',
  160005: 'This thread is locked.',
};

/** What to tell a person about something that did not work. */
export function wordsOf(error: unknown): string {
  if (error instanceof TypeError) return 'The simulator does not answer. Is it still running?';
  if (error instanceof Refused) return kinder[error.code ?? 0] ?? firstProblem(error.errors) ?? error.message;
  return error instanceof Error ? error.message : String(error);
}

function firstProblem(tree: Problems | undefined): string | undefined {
  const [own] = tree?._errors ?? [];
  if (own) return own.message;
  for (const branch of Object.values(tree ?? {})) {
    const found = Array.isArray(branch) ? undefined : firstProblem(branch);
    if (found) return found;
  }
  return undefined;
}
