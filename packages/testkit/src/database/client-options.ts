import { DefaultRestOptions, type RESTOptions } from '@discordjs/rest';

// Read-only in its type alone.
const options: Partial<RESTOptions> = DefaultRestOptions;
const byItself = { ...DefaultRestOptions };

/** Clients made from here on are as the library makes them, whatever an earlier file of this process skipped. */
export function asByItself(): void {
  Object.assign(options, byItself);
}

/**
 * From here on, new clients wait as long as the simulated Discord tells them and no longer. By itself the library adds
 * 50 ms to each rate limit, for clocks that differ, and stops after fifty calls a second, which tests make soon.
 */
export function skipClientWaits(): void {
  options.offset = 0;
  options.globalRequestsPerSecond = Number.POSITIVE_INFINITY;
}

/**
 * From here on, calls to the simulated Discord that it is not going to answer fail at once, as after the whole wait.
 * So a test sees every silence without sitting it out, and a slow answer of a busy machine is no silence.
 */
export function skipSilences(): void {
  options.makeRequest = (url, init) => {
    const silence = new AbortController();
    const signals = [init.signal, silence.signal].filter((signal) => signal instanceof AbortSignal);
    const onInfo = ({ statusCode }: { statusCode: number }) => {
      if (statusCode === SILENT) silence.abort();
    };
    return byItself.makeRequest(
      url,
      Object.assign({ ...init, signal: AbortSignal.any(signals) }, { onInfo }),
    );
  };
}

/** "Processing", by which the simulated Discord says that the answer is never coming. */
const SILENT = 102;
