import { DefaultRestOptions, type RESTOptions } from '@discordjs/rest';

const { makeRequest } = DefaultRestOptions;

/**
 * From here on, calls to the simulated Discord that it is not going to answer fail at once, as after the whole wait.
 * So a test sees every silence without sitting it out, and a slow answer of a busy machine is no silence.
 */
export function skipSilences(): void {
  const options: Partial<RESTOptions> = DefaultRestOptions; // Read-only in its type alone.
  options.makeRequest = (url, init) => {
    const silence = new AbortController();
    const signals = [init.signal, silence.signal].filter((signal) => signal instanceof AbortSignal);
    const onInfo = ({ statusCode }: { statusCode: number }) => {
      if (statusCode === SILENT) silence.abort();
    };
    return makeRequest(url, Object.assign({ ...init, signal: AbortSignal.any(signals) }, { onInfo }));
  };
}

/** "Processing", by which the simulated Discord says that the answer is never coming. */
const SILENT = 102;
