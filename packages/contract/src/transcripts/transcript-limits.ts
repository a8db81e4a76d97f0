// Apart from the schemas, so that the dashboard can read them without zod.

/** For how many days a link can be made. */
export const shareDays = [1, 7, 30] as const;

/** Of one transcript, those that work. */
export const shareLinksMax = 20;

/** What stands in a link: 32 bytes of chance. */
export const shareTokenPattern = /^[\w-]{43}$/;

/** For how many days transcripts can be kept, where they are not kept for good. */
export const retentionDaysMax = 3650;
