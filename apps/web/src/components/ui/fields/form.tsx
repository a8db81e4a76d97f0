import type { FieldProblem } from '@tickets/contract/platform/errors';
import { type ComponentProps, createContext, useEffect, useMemo, useRef } from 'react';

export interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  /** Problems that the server (or a check before sending) found: each shows at the Field of that name. */
  problems?: readonly FieldProblem[] | undefined;
  onSubmit: () => void;
}

interface FormContextValue {
  errorOf: (name: string) => string | undefined;
}

export const FormContext = createContext<FormContextValue | undefined>(undefined);

/** A form whose fields show their own problems. It is not sent while a field holds what cannot be read. New problems move the focus to the first field that has one. */
export function Form({ problems, onSubmit, children, ...rest }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const context = useMemo(
    () => ({ errorOf: (name: string) => problems?.find((problem) => problem.path === name)?.message }),
    [problems],
  );

  useEffect(() => {
    if (!problems?.length) return;
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!first) return;
    let frame = 0;
    const goTo = (triesLeft: number) => {
      first.scrollIntoView({ block: 'center' });
      first.focus({ preventScroll: true });
      // What stands in a closed section takes no focus until the section, which opens by itself, is seen.
      if (document.activeElement !== first && triesLeft > 0) {
        frame = requestAnimationFrame(() => goTo(triesLeft - 1));
      }
    };
    goTo(20);
    return () => cancelAnimationFrame(frame);
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
          if (unreadable) return unreadable.focus();
          onSubmit();
        }}
      >
        {children}
      </form>
    </FormContext>
  );
}
