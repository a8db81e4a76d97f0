const MiB = 1024 * 1024;

/** What may be uploaded for an import, and how long an address to which it is sent is good. */
export const importLimits = {
  /** Of one file, as it is sent. */
  file_bytes: 1024 * MiB,
  address_ms: 10 * 60_000,
  /** How long a file waits for a word of its owner. */
  kept_ms: 24 * 3_600_000,
  /** Media types by which browsers name a zip. */
  content_types: ['application/zip', 'application/x-zip-compressed'],
} as const;

/** How long an export can be fetched, counted from when it was begun: nothing is in it that was removed a day ago. */
export const exportKeptMs = 24 * 3_600_000;

/** How many lines of its log a run is told with at most; the others are read page by page. */
export const runLogsShown = 200;
export const logPage = 200;

/** How many things a report names one by one. The rest is counted. */
export const reportItemsMax = 1_000;

/** Channels and roles that a report says are not here, by how many things of each it says, and characters of each name. */
export const unmatchedLimits = { places: 1_000, used_by: 5, name: 100 } as const;

/** Of a report as it is answered. What has no room in it is counted. */
export const reportBytesMax = 256 * 1024;

/** Of all lines of logs with which the runs of a server are told together. */
export const runLogsBytesMax = 512 * 1024;
