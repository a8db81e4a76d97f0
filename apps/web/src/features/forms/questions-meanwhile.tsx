import type { Json } from '@tickets/contract/audit/changes';
import { useTranslations } from 'use-intl';
import { GoneDialog } from '../../components/meanwhile/gone-dialog.tsx';
import {
  MeanwhileDialog,
  type MeanwhileWords,
  type MeetingProps,
} from '../../components/meanwhile/meanwhile-dialog.tsx';
import { type EditedForm, editedOf } from './forms-state.ts';
import { formOfQuestions, questionParts, stayingIn, storedIn } from './question-parts.ts';

interface QuestionsMeanwhileProps extends MeetingProps<EditedForm> {
  /** Of the form. */
  title: string;
}

/** Who saved the questions of the form or deleted it meanwhile, and what becomes of one's own changes. */
export function QuestionsMeanwhile({ title, ...props }: QuestionsMeanwhileProps) {
  const { base, mine, theirs } = props.meeting;
  const stored = theirs?.value ?? base;
  const staying = stayingIn([base, mine, stored]);
  const words = useWords([mine, stored, base]);
  if (!theirs) return <GoneDialog {...props} what="form" name={title} begun={editedOf({ inputs: [] })} />;
  return (
    <MeanwhileDialog
      {...props}
      words={words}
      partsOf={(form) => questionParts(form === mine ? form : storedIn(form), staying)}
      formOf={(parts) => formOfQuestions(parts, { mine, theirs: storedIn(stored) })}
    />
  );
}

const labels = {
  label: 'label',
  placeholder: 'placeholder',
  style: 'style',
  required: 'required',
  min_length: 'shortest',
  max_length: 'longest',
} as const;
const isLabelled = (of: string): of is keyof typeof labels => of in labels;

function useWords(forms: readonly EditedForm[]): MeanwhileWords {
  const t = useTranslations('forms');
  const tMeanwhile = useTranslations('meanwhile');
  const inputs = forms.flatMap((form) => form.inputs);
  const titleOf = (name: string) =>
    inputs.find(({ id, key }) => (id === null ? key : `stored-${id}`) === name)?.label ?? '';
  return {
    labelOf: (path) => {
      if (path === 'title') return t('rename.field');
      if (path === 'inputs') return t('fields.heading');
      if (path === 'order') return tMeanwhile('order');
      const [, name = '', of = ''] = path.split('.');
      const label = titleOf(name);
      return isLabelled(of)
        ? tMeanwhile('question_of', { label, of: t(`fields.${labels[of]}`) })
        : tMeanwhile('question', { label });
    },
    textOf: (path, value: Json) => {
      if (path === 'order' && Array.isArray(value))
        return value.map((name) => titleOf(String(name))).join(', ');
      const [, , of] = path.split('.');
      if (of === 'style') return t(value === 1 ? 'fields.short' : 'fields.multi_line');
      // A whole question: what it asks.
      if (!of && typeof value === 'object' && value && 'label' in value) return String(value.label);
      return undefined;
    },
  };
}
