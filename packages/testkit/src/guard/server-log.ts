/** An error as PostgreSQL wrote it into its log. The lines that belong to it say where it came from. */
export interface ServerError {
  level: string;
  /** SQLSTATE. */
  state: string;
  database: string;
  message: string;
  /** DETAIL, HINT, CONTEXT and STATEMENT, as far as they were written. */
  notes: Record<string, string>;
}

const firstLine = /^\S+ \S+ \S+ \[(\d+)\] (?:\[(\S+) (\w{5}) .*?\] )?([A-Z]+): {2}(.*)$/;
const errors = new Set(['ERROR', 'PANIC']);

/**
 * The errors in a piece of the log that begins and ends with a whole line (`log_line_prefix` is in core's
 * `embedded/supervisor.ts`). A FATAL is about a connection: the server ends, it is full, somebody cut it.
 */
export function readServerErrors(text: string): ServerError[] {
  const found: ServerError[] = [];
  /** The last error of each process: lines of two may alternate. */
  const open = new Map<string, ServerError>();
  let add: ((line: string) => void) | undefined;
  for (const line of text.split('\n')) {
    const [, pid = '', database = '', state = '', level = '', message = ''] = firstLine.exec(line) ?? [];
    if (!level) {
      add?.(line.replace(/^\t/, ''));
      continue;
    }
    const error = open.get(pid);
    if (errors.has(level)) {
      const begun: ServerError = { level, state, database, message, notes: {} };
      found.push(begun);
      open.set(pid, begun);
      add = (more) => {
        begun.message += `\n${more}`;
      };
    } else if (error && /^(DETAIL|HINT|CONTEXT|STATEMENT|QUERY)$/.test(level)) {
      error.notes[level] = message;
      add = (more) => {
        error.notes[level] += `\n${more}`;
      };
    } else {
      open.delete(pid);
      add = undefined;
    }
  }
  return found;
}

export const describeError = ({ level, state, message, notes }: ServerError): string =>
  [
    `PostgreSQL logged ${level} ${state}: ${message}`,
    ...Object.entries(notes).map(([name, text]) => `  ${name}: ${text}`),
  ].join('\n');
