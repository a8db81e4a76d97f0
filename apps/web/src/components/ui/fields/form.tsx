import type { FieldProblem } from '@tickets/contract/platform/errors';
import { type ComponentProps, createContext, useEffect, useMemo, useRef, useState } from 'react';

export interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  /** Problems that the server (or a check before sending) found: each shows at the Field of that name. */
  problems?: readonly FieldProblem[] | undefined;
  onSubmit: () => void;
}

interface FormContextValue {
  errorOf: (name: string) => string | undefined;
  /** The value of this field is another now than the one that was found wrong. */
  forget: (name: string) => void;
}

export const FormContext = createContext<FormContextValue | undefined>(undefined);

/**
 * A form whose fields show their own problems, each until its value changes. It is not sent while a field holds what
 * cannot be read. New problems move the focus to the first field that has one.
 */
export function Form({ problems, onSubmit, children, ...rest }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [changed, setChanged] = useState<{ since: typeof problems; names: readonly string[] }>();
  const context = useMemo(() => {
    const namesIn = (now: typeof changed) => (now?.since === problems ? (now?.names ?? []) : []);
    return {
      errorOf: (name: string) =>
        namesIn(changed).includes(name)
          ? undefined
          : problems?.find((problem) => problem.path === name)?.message,
      forget: (name: string) => setChanged((now) => ({ since: problems, names: [...namesIn(now), name] })),
    };
  }, [problems, changed]);

  useEffect(() => {
    const first = problems?.length
      ? form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
      : undefined;
    return first ? goTo(first) : undefined;
  }, [problems]);

  return (
    <FormContext value={context}>
      <form
        noValidate
        {...rest}
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          const unreadable = form.current?.querySelector<HTMLElement>('[data-unreadable]');
          if (unreadable) return void goTo(unreadable);
          onSubmit();
        }}
      >
        {children}
      </form>
    </FormContext>
  );
}

/** Moves the focus to a field, also to one in a closed section. Returns what ends the attempts. */
function goTo(field: HTMLElement): () => void {
  let frame = 0;
  const attempt = (left: number) => {
    field.scrollIntoView({ block: 'center' });
    field.focus({ preventScroll: true });
    // What stands in a closed section takes no focus until the section, which opens by itself, is seen.
    if (document.activeElement !== field && left > 0) frame = requestAnimationFrame(() => attempt(left - 1));
  };
  attempt(20);
  return () => cancelAnimationFrame(frame);
}
