export interface ToastMessage {
  id: number;
  /** A warning has the title of an error and amber colours. */
  kind: 'success' | 'error' | 'warning';
  text: string;
}

let toasts: readonly ToastMessage[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

/** At most this many are seen at once; the oldest gives way. */
const STACK = 5;

/** Short messages at the edge of the window: `toast.success('Your settings have been saved.')`. */
export const toast = {
  success: (text: string) => add('success', text),
  error: (text: string) => add('error', text),
  warning: (text: string) => add('warning', text),
};

export function dismissToast(id: number) {
  change(toasts.filter((shown) => shown.id !== id));
}

export function dismissAllToasts() {
  if (toasts.length) change([]);
}

export function readToasts(): readonly ToastMessage[] {
  return toasts;
}

export function subscribeToToasts(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function add(kind: ToastMessage['kind'], text: string) {
  // The same text again takes the place of the one that is shown.
  const others = toasts.filter((shown) => shown.text !== text || shown.kind !== kind);
  change([...others, { id: nextId++, kind, text }].slice(-STACK));
}

function change(next: readonly ToastMessage[]) {
  toasts = next;
  for (const listener of listeners) listener();
}
