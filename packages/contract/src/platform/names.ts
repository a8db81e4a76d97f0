/** How someone is called whom Discord does not know, or has not told us of yet. */
export const unknownUsername = 'Unknown User';
