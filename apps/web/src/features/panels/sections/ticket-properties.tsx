import { outlastingOfPanel } from '@tickets/contract/panels/outlasting';
import { isGated } from '@tickets/contract/premium/gates';
import { AtSign, User } from 'lucide-react';
import { memo, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { NamingSchemeField } from '../../../components/editors/naming-scheme-field.tsx';
import { Combobox } from '../../../components/ui/choosing/combobox.tsx';
import { MultiCombobox } from '../../../components/ui/choosing/multi-combobox.tsx';
import {
  CHANNEL_CATEGORY,
  channelOptions,
  roleOptions,
} from '../../../components/ui/choosing/option-marks.tsx';
import { Field } from '../../../components/ui/fields/field.tsx';
import { Switch } from '../../../components/ui/fields/switch.tsx';
import { refusedField, useFieldRefusal } from '../../../lib/page/let-in.ts';
import { DEFAULT_TEAM, NO_FORM, type TicketForm } from '../panel-form.ts';
import styles from '../panels.module.css';
import { PremiumNote } from '../premium-note.tsx';
import type { EditorData } from '../use-editor-data.ts';

interface TicketPropertiesProps {
  value: TicketForm;
  onChange: (change: Partial<TicketForm>) => void;
  data: EditorData;
}

export const TicketProperties = memo(function TicketProperties({
  value,
  onChange,
  data,
}: TicketPropertiesProps) {
  const t = useTranslations('panels');
  const { channels, roles, teams, forms, premium } = data;
  const refusal = useFieldRefusal();
  const judged = (path: string, hint: string) => refusedField(refusal(outlastingOfPanel, path), hint);
  const mentions = useMemo(
    () => [
      { value: 'user', label: t('opener'), mark: <User className={styles.mark} aria-hidden="true" /> },
      { value: 'here', label: t('here'), mark: <AtSign className={styles.mark} aria-hidden="true" /> },
      ...roleOptions(roles).map((option) => ({ ...option, group: t('roles_group') })),
    ],
    [roles, t],
  );
  const categories = useMemo(() => channelOptions(channels, [CHANNEL_CATEGORY]), [channels]);
  const formOptions = [
    { value: NO_FORM, label: t('none') },
    ...forms.map((form) => ({ value: String(form.form_id), label: form.title })),
  ];
  const teamOptions = [
    { value: DEFAULT_TEAM, label: t('default_team') },
    ...teams.map((team) => ({ value: String(team.id), label: team.name })),
  ];
  return (
    <div className={styles.fields}>
      <Field
        label={t('field.mentions.label')}
        {...judged('mentions', t('field.mentions.hint'))}
        name="mentions"
      >
        <MultiCombobox
          values={value.mentions}
          onChange={(chosen) => onChange({ mentions: chosen })}
          options={mentions}
          placeholder={t('field.mentions.placeholder')}
          missingLabel={t('deleted_role')}
        />
      </Field>
      <Field
        inline
        label={t('field.delete_mentions.label')}
        hint={t('field.delete_mentions.hint')}
        name="delete_mentions"
      >
        <Switch
          checked={value.delete_mentions}
          onChange={(delete_mentions) => onChange({ delete_mentions })}
        />
      </Field>
      <Field label={t('field.teams.label')} {...judged('teams', t('field.teams.hint'))} name="teams">
        <MultiCombobox
          values={value.teams}
          onChange={(chosen) => onChange({ teams: chosen })}
          options={teamOptions}
          placeholder={t('field.teams.placeholder')}
          missingLabel={t('deleted_team')}
        />
      </Field>
      <Field label={t('field.category_id.label')} hint={t('field.category_id.hint')} name="category_id">
        <Combobox
          value={value.category_id}
          onChange={(category_id) => onChange({ category_id })}
          options={categories}
          placeholder={t('field.category_id.placeholder')}
          missingLabel={t('unknown_category')}
          clearable
        />
      </Field>
      <Field label={t('field.form_id.label')} hint={t('field.form_id.hint')} name="form_id">
        <Combobox
          value={value.form_id}
          onChange={(form_id) => onChange({ form_id: form_id ?? NO_FORM })}
          options={formOptions}
          missingLabel={t('deleted_form')}
        />
      </Field>
      <NamingSchemeField
        value={value.naming_scheme}
        onChange={(naming_scheme) => onChange({ naming_scheme })}
      />
      <Field
        label={t('field.exit_survey_form_id.label')}
        hint={t('field.exit_survey_form_id.hint')}
        name="exit_survey_form_id"
        premium={isGated('exit_survey_form_id')}
        disabled={!premium}
      >
        <Combobox
          value={value.exit_survey_form_id}
          onChange={(choice) => onChange({ exit_survey_form_id: choice ?? NO_FORM })}
          options={formOptions}
          missingLabel={t('deleted_form')}
        />
      </Field>
      <Field
        label={t('field.pending_category.label')}
        hint={t('field.pending_category.hint')}
        name="pending_category"
        premium={isGated('pending_category')}
        disabled={!premium}
      >
        <Combobox
          value={value.pending_category}
          onChange={(choice) => onChange({ pending_category: choice ?? '' })}
          options={[{ value: '', label: t('disabled') }, ...categories]}
          missingLabel={t('unknown_category')}
        />
      </Field>
      {premium ? null : <PremiumNote>{t('premium_note')}</PremiumNote>}
    </div>
  );
});
