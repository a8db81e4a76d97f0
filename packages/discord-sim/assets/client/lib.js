import htm from 'htm';
import { h } from 'preact';
import { useEffect, useState } from 'preact/hooks';

export const html = htm.bind(h);

const icons = {
  hash: 'M9 4 7 20M17 4l-2 16M4 9h17M3 15h17',
  thread: 'M5 4v9a3 3 0 0 0 3 3h11M15 12l4 4-4 4',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  megaphone: 'M4 10v5h3l10 4V6L7 10zM20 10v5',
  speaker: 'M4 9v6h4l5 4V5L8 9zM17 9a4 4 0 0 1 0 6M19.5 6a8 8 0 0 1 0 12',
  chat: 'M4 5h16v11H11l-5 4v-4H4z',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5c2.5.5 3.8 2.5 3.8 5.5',
  pin: 'M9 3h6l-1 7 4 4H6l4-4zM12 14v7',
  reply: 'M10 6 4 12l6 6v-4c5 0 8 1 10 4 0-6-4-9-10-9z',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  smile: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8.5 14.5q3.5 3.5 7 0M9 9.5v.5M15 9.5v.5',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  plus: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6 6 18',
  down: 'M6 9l6 6 6-6',
  right: 'M9 6l6 6-6 6',
  menu: 'M4 7h16M4 12h16M4 17h16',
  file: 'M6 3h8l5 5v13H6zM14 3v5h5',
  out: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  leave: 'M14 4h5v16h-5M4 12h11M11 8l4 4-4 4',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4',
  moon: 'M20 14.5A8 8 0 0 1 9.5 4a8 8 0 1 0 10.5 10.5z',
  eye: 'M2 12c3-5 6-7 10-7s7 2 10 7c-3 5-6 7-10 7s-7-2-10-7zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  slash: 'M15 4 9 20M4 4h16v16H4z',
  apps: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z',
  at: 'M16 8v5a3 3 0 0 0 5-1 9 9 0 1 0-4 7.5M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8z',
  crown: 'M4 18h16l1-11-5 4-4-6-4 6-5-4z',
  arrowUp: 'M12 19V5M6 11l6-6 6 6',
  check: 'M5 12l5 5 9-10',
  folder: 'M3 6h6l2 3h10v10H3z',
  shield: 'M12 3l8 3v6c0 5-3.500 8-8 9-4.500-1-8-4-8-9V6z',
};

/** A line drawing; the words next to it say what it means. */
export function Icon({ name, size = 20 }) {
  return html`<svg class="icon" viewBox="0 0 24 24" width=${size} height=${size} aria-hidden="true"><path d=${icons[name]} /></svg>`;
}

/** A button that shows only a drawing: its label is its name and its tip. */
export function IconButton({ icon, label, size, class: extra = '', ...rest }) {
  return html`<button type="button" class=${`icon-button ${extra}`} aria-label=${label} title=${label} ...${rest}>
    <${Icon} name=${icon} size=${size} />
  </button>`;
}

export function colourOf(number) {
  return `#${number.toString(16).padStart(6, '0')}`;
}

/** Older ids come first. */
export function compareIds(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

const timeFormat = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const dateFormat = new Intl.DateTimeFormat(undefined, { day: '2-digit', month: '2-digit', year: 'numeric' });
const dayFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', year: 'numeric' });
const fullFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' });
const relativeFormat = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

export const clockTime = (date) => timeFormat.format(date);
export const longDay = (date) => dayFormat.format(date);
export const fullTime = (date) => fullFormat.format(date);
export const sameDay = (a, b) => a.toDateString() === b.toDateString();

export function messageTime(date, now = new Date()) {
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (sameDay(date, now)) return `Today at ${clockTime(date)}`;
  if (sameDay(date, yesterday)) return `Yesterday at ${clockTime(date)}`;
  return `${dateFormat.format(date)} ${clockTime(date)}`;
}

export function relativeTime(date, now = Date.now()) {
  const seconds = Math.round((date.getTime() - now) / 1000);
  const steps = [
    ['year', 31_536_000],
    ['month', 2_592_000],
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
  ];
  const [unit, length] = steps.find(([, span]) => Math.abs(seconds) >= span) ?? ['second', 1];
  return relativeFormat.format(Math.round(seconds / length), unit);
}

const stampFormats = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
};

/** A moment as the writer asked for it; relative ones keep up with the clock. */
export function Stamp({ seconds, format = 'f' }) {
  const date = new Date(Number(seconds) * 1000);
  const isTime = !Number.isNaN(date.getTime());
  const [, tick] = useState(0);
  useEffect(() => {
    if (format !== 'R' || !isTime) return undefined;
    const timer = setInterval(() => tick((n) => n + 1), 10_000);
    return () => clearInterval(timer);
  }, [format, isTime]);
  // One letter from anybody must not take the page from all.
  if (!isTime) return `<t:${seconds}:${format}>`;
  const shown =
    format === 'R'
      ? relativeTime(date)
      : new Intl.DateTimeFormat(undefined, stampFormats[format] ?? stampFormats.f).format(date);
  return html`<time class="stamp" dateTime=${date.toISOString()} title=${fullTime(date)}>${shown}</time>`;
}

export function fileSize(bytes) {
  if (bytes < 1024) return `${bytes} bytes`;
  const units = ['KB', 'MB', 'GB'];
  const power = Math.min(units.length, Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1024 ** power).toFixed(power > 1 ? 2 : 1)} ${units[power - 1]}`;
}

/** Puts a floating thing next to its anchor, inside the window. */
export function placeNear(element, { x, y, above = false }) {
  const { offsetWidth: width, offsetHeight: height } = element;
  const left = Math.max(8, Math.min(x, innerWidth - width - 8));
  const top = above ? Math.max(8, y - height) : Math.max(8, Math.min(y, innerHeight - height - 8));
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
}
