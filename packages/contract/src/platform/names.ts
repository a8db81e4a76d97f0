/** How someone is called whom Discord does not know, or has not told us of yet. */
export const unknownUsername = 'Unknown User';

/** In the place of what a message holds and nothing can draw, as an earlier import may have stored it. */
export const notShownWords = 'This part of the message cannot be shown.';

/** In the place of everybody whose data was erased. Discord gives nobody this id. */
export const deletedUser = { id: '1', username: 'Deleted User' } as const;
/** In the place of what they wrote. */
export const erasedWords = 'This was removed at the request of the person concerned.';
