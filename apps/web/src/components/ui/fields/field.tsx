import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from 'react';
import { PremiumBadge } from '../badge.tsx';
import { cx } from '../class-names.ts';
import styles from './field.module.css';
import { FormContext } from './form.tsx';

export interface FieldProps {
  label: ReactNode;
  /** The path of the value in the request body: the form's errors for this path are shown here. */
  name?: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Marks the field as a premium one. */
  premium?: boolean;
  required?: boolean;
  disabled?: boolean;
  /** For several controls under one label (radio groups, durations). */
  group?: boolean;
  /** Beside the control instead of above it: switches and checkboxes. */
  inline?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

interface FieldContextValue {
  id: string;
  labelId: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
  disabled: boolean;
  group: boolean;
  /** A control inside holds another value than before. */
  onEdited: () => void;
}

const FieldContext = createContext<FieldContextValue | undefined>(undefined);

/** Ties a label, a hint and an error to the control inside. Every control of the kit works in one or alone. */
export function Field(props: FieldProps) {
  const {
    label,
    name,
    hint,
    premium,
    required = false,
    disabled = false,
    group = false,
    inline,
    children,
  } = props;
  const id = useId();
  const form = useContext(FormContext);
  const found = name === undefined ? undefined : form?.errorOf(name);
  const error = props.error ?? found;
  const onEdited = () => {
    if (name !== undefined && found !== undefined) form?.forget(name);
  };
  const ids = { control: id, label: `${id}l`, hint: `${id}h`, error: `${id}e` };
  const describedBy = cx(error && ids.error, hint ? ids.hint : undefined) || undefined;
  const Label = group ? 'span' : 'label';
  const labelled = (
    <Label id={ids.label} className={styles.label} {...(group ? {} : { htmlFor: ids.control })}>
      {label}
      {required ? (
        <span className={styles.required} aria-hidden="true">
          *
        </span>
      ) : null}
      {premium ? <PremiumBadge /> : null}
    </Label>
  );
  const texts = (
    <>
      {hint ? (
        <p id={ids.hint} className={styles.hint}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={ids.error} className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
    </>
  );
  return (
    <FieldContext
      value={{
        id,
        labelId: ids.label,
        describedBy,
        invalid: Boolean(error),
        required,
        disabled,
        group,
        onEdited,
      }}
    >
      <div
        className={cx(styles.field, inline && styles.inline, disabled && styles.disabled, props.className)}
        {...(group ? { role: 'group', 'aria-labelledby': ids.label, 'aria-describedby': describedBy } : {})}
      >
        {inline ? (
          <>
            <div className={styles.control}>{children}</div>
            <div className={styles.beside}>
              {labelled}
              {texts}
            </div>
          </>
        ) : (
          <>
            {labelled}
            {children}
            {texts}
          </>
        )}
      </div>
    </FieldContext>
  );
}

export interface ControlProps {
  id?: string | undefined;
  disabled?: boolean | undefined;
  required?: boolean | undefined;
  'aria-label'?: string | undefined;
}

/**
 * What a control inside a Field puts on its element. Inside a group each control names itself. `value`: what it holds;
 * what was found wrong with another value is no longer said.
 */
export function useControl(own: ControlProps, value?: string | number | boolean | null) {
  const field = useContext(FieldContext);
  const held = useRef(value);
  useEffect(() => {
    if (held.current === value) return;
    held.current = value;
    field?.onEdited();
  });
  const disabled = own.disabled ?? field?.disabled ?? false;
  if (!field || field.group) {
    return { id: own.id, disabled, required: own.required, 'aria-invalid': field?.invalid || undefined };
  }
  return {
    id: own.id ?? field.id,
    disabled,
    required: own.required ?? (field.required || undefined),
    'aria-invalid': field.invalid || undefined,
    'aria-describedby': field.describedBy,
  };
}

/** For group controls, which are named by the label of the field around them. */
export function useFieldLabelId(): string | undefined {
  return useContext(FieldContext)?.labelId;
}
