const RETRY_AFTER_MS = 60_000;

const failures = new Map<string, number>();

/** Notes that the picture at an address could not be shown. */
export function noteFailedPicture(url: string): void {
  failures.set(url, performance.now());
}

/** Whether it failed a moment ago: then nobody else needs to ask for it, as in a list of people who have none. */
export function hasPictureFailed(url: string): boolean {
  const at = failures.get(url);
  return at !== undefined && performance.now() - at < RETRY_AFTER_MS;
}
