import { charactersIn } from '@tickets/contract/embeds/embed-limits';
import { formLimits } from '@tickets/contract/forms/form-limits';
import type { Ref } from 'react';
import { useTranslations } from 'use-intl';
import { Field } from '../../components/ui/fields/field.tsx';
import { TextInput } from '../../components/ui/fields/text-input.tsx';
import { titleProblem } from './forms-state.ts';

interface TitleFieldProps {
  label: string;
  value: string;
  onChange: (title: string) => void;
  placeholder?: string;
  ref?: Ref<HTMLInputElement>;
}

export function TitleField({ label, ...input }: TitleFieldProps) {
  return (
    <Field label={label} name="title">
      <TextInput {...input} limit={formLimits.title} />
    </Field>
  );
}

/** What is wrong with a title before it is sent, in words. */
export function useTitleProblem() {
  const t = useTranslations('forms.title_problem');
  return (title: string) => {
    const problem = titleProblem(title);
    return problem && t(problem, { limit: formLimits.title, length: charactersIn(title.trim()) });
  };
}
