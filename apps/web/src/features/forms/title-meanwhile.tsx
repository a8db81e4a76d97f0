import { useTranslations } from 'use-intl';
import { GoneDialog } from '../../components/meanwhile/gone-dialog.tsx';
import { MeanwhileDialog, type MeetingProps } from '../../components/meanwhile/meanwhile-dialog.tsx';
import type { FormTitle } from './forms.queries.ts';

const same = (form: FormTitle) => form;

/** Who renamed or deleted the form meanwhile, and which title it has. */
export function TitleMeanwhile(props: MeetingProps<FormTitle>) {
  const t = useTranslations('forms');
  const { meeting } = props;
  if (!meeting.theirs)
    return <GoneDialog {...props} what="form" name={meeting.base.title} begun={{ title: '' }} />;
  return (
    <MeanwhileDialog
      {...props}
      words={{
        labelOf: (path) => t(path === 'inputs' ? 'fields.heading' : 'rename.field'),
        textOf: () => undefined,
      }}
      partsOf={same}
      formOf={same}
    />
  );
}
