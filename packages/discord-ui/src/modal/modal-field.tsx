import { useId } from 'react';
import { EmojiText } from '../emoji/emoji-text.tsx';
import type { Choice } from '../live/choices.tsx';
import { isSelect, selectProps } from '../live/menus.ts';
import { SelectBox } from '../live/select-box.tsx';
import { DiscordMarkdown } from '../text/discord-markdown.tsx';
import type { DiscordComponent, MentionNames } from '../types.ts';
import { FIELD, type FormValues } from './form-values.ts';
import styles from './modal.module.css';
import { Options } from './modal-options.tsx';

interface FormFieldProps {
  component: DiscordComponent;
  values: FormValues;
  mentions: MentionNames | undefined;
  choicesOf: (component: DiscordComponent) => readonly Choice[];
  onChange: (id: string, value: string | string[]) => void;
  /** From around it, in newer forms. */
  label?: string | null | undefined;
  description?: string | null | undefined;
}

const textOf = (value: FormValues[string] | undefined) => (typeof value === 'string' ? value : '');
const listOf = (value: FormValues[string] | undefined) => (Array.isArray(value) ? value : []);

/** A question of a form, or what stands between the questions. */
export function FormField(props: FormFieldProps) {
  const { component, values, mentions, choicesOf, onChange, description } = props;
  const id = useId();
  const { type, custom_id = '' } = component;
  if (type === FIELD.row) {
    return (component.components ?? []).map((child, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the fields of a form stay in their places
      <FormField key={index} {...props} component={child} />
    ));
  }
  if (type === FIELD.label && component.component) {
    const { label, description: hint } = component;
    return <FormField {...props} component={component.component} label={label} description={hint} />;
  }
  if (type === FIELD.words) return <DiscordMarkdown text={component.content ?? ''} mentions={mentions} />;
  const name = props.label ?? component.label ?? custom_id;
  const isRequired = component.required !== false;
  const value = values[custom_id];
  const set = (given: string | string[]) => onChange(custom_id, given);
  const hintId = description ? `${id}-hint` : undefined;
  const head = (
    <>
      <span className={styles.label} id={`${id}-label`}>
        <EmojiText text={name} />
        {isRequired ? (
          <span className={styles.required} aria-hidden="true">
            *
          </span>
        ) : null}
      </span>
      {description ? (
        <span className={styles.hint} id={hintId}>
          {description}
        </span>
      ) : null}
    </>
  );
  if (type === FIELD.text)
    return (
      <label className={styles.question} htmlFor={id}>
        {head}
        <TextInput component={component} id={id} value={textOf(value)} hintId={hintId} onValue={set} />
      </label>
    );
  if (isSelect(component))
    return (
      <div className={styles.question}>
        {head}
        <SelectBox
          {...selectProps(component)}
          label={name}
          items={choicesOf(component)}
          values={listOf(value)}
          min={isRequired ? (component.min_values ?? 1) : 0}
          onChange={set}
        />
      </div>
    );
  if (type === FIELD.radio || type === FIELD.checkboxes)
    return (
      <fieldset className={styles.question} aria-labelledby={`${id}-label`}>
        {head}
        <Options
          options={component.options ?? []}
          name={id}
          isOne={type === FIELD.radio}
          values={listOf(value)}
          onChange={set}
        />
      </fieldset>
    );
  if (type === FIELD.checkbox)
    return (
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={value === 'true'}
          onChange={({ currentTarget }) => set(currentTarget.checked ? 'true' : 'false')}
        />
        <span>{name}</span>
      </label>
    );
  return <p className={styles.problem}>A field of type {type} is not drawn here.</p>;
}

interface TextInputProps {
  component: DiscordComponent;
  id: string;
  value: string;
  hintId: string | undefined;
  onValue: (value: string) => void;
}

const PARAGRAPH = 2;
const TEXT_MAX = 4000;

function TextInput({ component, id, value, hintId, onValue }: TextInputProps) {
  const attributes = {
    id,
    value,
    className: styles.input,
    required: component.required !== false,
    minLength: component.min_length,
    maxLength: component.max_length ?? TEXT_MAX,
    placeholder: component.placeholder ?? undefined,
    'aria-describedby': hintId,
  };
  return (
    <>
      {component.style === PARAGRAPH ? (
        <textarea rows={4} {...attributes} onChange={(event) => onValue(event.currentTarget.value)} />
      ) : (
        <input type="text" {...attributes} onChange={(event) => onValue(event.currentTarget.value)} />
      )}
      {component.max_length ? (
        <span className={styles.counter} aria-hidden="true">
          {value.length}/{component.max_length}
        </span>
      ) : null}
    </>
  );
}
