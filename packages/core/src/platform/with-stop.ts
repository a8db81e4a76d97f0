/** The text of an error as a sentence, so that another may follow. Those of the system end without a full stop. */
export const withStop = (text: string): string => text.replace(/\.?$/, '.');
