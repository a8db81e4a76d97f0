// Apart from the schemas, so that the dashboard can read them without zod.

/** For how many days a link can be made. */
export const shareDays = [1, 7, 30] as const;

/** Of one transcript, those that work. */
export const shareLinksMax = 20;

/** What stands in a link: 32 bytes of chance. */
export const shareTokenPattern = /^[\w-]{43}$/;

/** For how many days transcripts can be kept, where they are not kept for good. */
export const retentionDaysMax = 3650;

/** How many messages of a transcript are read at once, where it is read in pieces. */
export const transcriptPieceMax = 5000;

/** Where a transcript goes on: behind a message of one of its tickets. */
export const transcriptPlacePattern = /^(\d{1,9})-(\d{1,18}|[1-8]\d{18})$/;
