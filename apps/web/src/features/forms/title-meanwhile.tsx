import { useTranslations } from 'use-intl';
import { MeanwhileDialog, type MeetingProps } from '../../components/meanwhile/meanwhile-dialog.tsx';
import type { FormTitle } from './forms.queries.ts';

const same = (form: FormTitle) => form;

/** Who renamed the form meanwhile, and which title it has. */
export function TitleMeanwhile(meeting: MeetingProps<FormTitle>) {
  const t = useTranslations('forms');
  return (
    <MeanwhileDialog
      {...meeting}
      words={{
        labelOf: (path) => t(path === 'inputs' ? 'fields.heading' : 'rename.field'),
        textOf: () => undefined,
      }}
      partsOf={same}
      formOf={same}
    />
  );
}
