/** `YYYY-MM-DDTHH:MM` in UTC as the same moment on the clocks here; "" for none. */
export function localFromUtc(utc: string): string {
  const moment = new Date(`${utc}Z`);
  if (Number.isNaN(moment.getTime())) return '';
  // The offset is that of the moment itself: summer and winter differ.
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** `YYYY-MM-DDTHH:MM` on the clocks here as the same moment in UTC; "" for what is no moment. */
export function utcFromLocal(local: string): string {
  const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(local) ? new Date(local) : undefined;
  return moment && !Number.isNaN(moment.getTime()) ? moment.toISOString().slice(0, 16) : '';
}
