const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' });

export const clockTime = (date: Date) => clock.format(date);
export const longDay = (date: Date) => day.format(date);
export const fullTime = (date: Date) => full.format(date);
