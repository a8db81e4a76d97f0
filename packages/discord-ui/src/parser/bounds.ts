/**
 * So much may be drawn of one text, in elements of a page: what comes after it stands there as it was written. A list of
 * 2,000 characters needs half of it.
 */
export const ELEMENTS_MAX = 400;
