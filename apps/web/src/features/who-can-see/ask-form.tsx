import { useQuery } from '@tanstack/react-query';
import { type DashboardPage, dashboardPages, isDashboardPage } from '@tickets/contract/who-can-see/pages';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Combobox } from '../../components/ui/choosing/combobox.tsx';
import { MultiCombobox } from '../../components/ui/choosing/multi-combobox.tsx';
import { roleOptions } from '../../components/ui/choosing/option-marks.tsx';
import { PersonSearch } from '../../components/ui/choosing/person-search.tsx';
import type { FoundPerson } from '../../components/ui/choosing/person-search-props.ts';
import { Select } from '../../components/ui/choosing/select.tsx';
import { Field } from '../../components/ui/fields/field.tsx';
import { RadioGroup } from '../../components/ui/fields/radio-group.tsx';
import { TextInput } from '../../components/ui/fields/text-input.tsx';
import { memberSearch, rolesQuery } from '../../lib/api/guild.queries.ts';
import styles from './who-can-see.module.css';
import { openTicketsQuery } from './who-can-see.queries.ts';
import type { WhoCanSeeSearch } from './who-can-see-search.ts';

const pages = Object.keys(dashboardPages) as DashboardPage[]; // Its keys are the names.

interface AskFormProps {
  guildId: string;
  asked: WhoCanSeeSearch;
  onAsk: (asked: WhoCanSeeSearch) => void;
}

/** Whom it is about, and what. */
export function AskForm({ guildId, asked, onAsk }: AskFormProps) {
  const t = useTranslations('who_can_see');
  const roles = useQuery(rolesQuery(guildId)).data ?? [];
  const [who, setWho] = useState<'person' | 'roles'>(asked.roles === undefined ? 'person' : 'roles');
  const [person, setPerson] = useState<FoundPerson | null>(null);
  const [personId, setPersonId] = useState(asked.user ?? '');
  const [roleIds, setRoleIds] = useState<string[]>(asked.roles?.split(',').filter(Boolean) ?? []);
  const [what, setWhat] = useState<'ticket' | 'page'>(asked.page === undefined ? 'ticket' : 'page');
  const [ticket, setTicket] = useState(asked.ticket ? String(asked.ticket) : '');
  const [page, setPage] = useState<DashboardPage>(isDashboardPage(asked.page) ? asked.page : 'tickets');
  const [problems, setProblems] = useState<{ person?: string; ticket?: string }>({});

  const submit = () => {
    const user = person?.id ?? personId.trim();
    const wrong = {
      ...(who === 'person' && !/^\d{17,20}$/.test(user) && { person: t('person_id_wrong') }),
      ...(what === 'ticket' && !/^[1-9]\d{0,8}$/.test(ticket.trim()) && { ticket: t('ticket_wrong') }),
    };
    setProblems(wrong);
    if (Object.keys(wrong).length) return;
    onAsk({
      ...(who === 'person' ? { user } : { roles: roleIds.join(',') }),
      ...(what === 'ticket' ? { ticket: Number(ticket) } : { page }),
    });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Card
        title={t('ask')}
        footer={
          <Button type="submit" variant="primary">
            {t('submit')}
          </Button>
        }
      >
        <div className={styles.questions}>
          <div className={styles.question}>
            <Field label={t('who.label')} group>
              <RadioGroup
                value={who}
                onChange={setWho}
                options={[
                  { value: 'person', label: t('who.person') },
                  { value: 'roles', label: t('who.roles') },
                ]}
              />
            </Field>
            {who === 'person' ? (
              <>
                <Field label={t('person')}>
                  <PersonSearch
                    {...memberSearch(guildId)}
                    value={person}
                    onChange={(found) => {
                      setPerson(found);
                      setPersonId(found?.id ?? '');
                    }}
                  />
                </Field>
                <Field label={t('person_id')} hint={t('person_id_hint')} error={problems.person}>
                  <TextInput
                    value={personId}
                    onChange={(id) => {
                      setPersonId(id);
                      setPerson(null);
                    }}
                  />
                </Field>
              </>
            ) : (
              <Field label={t('roles')} hint={t('roles_hint')}>
                <MultiCombobox
                  values={roleIds}
                  onChange={setRoleIds}
                  options={roleOptions(roles.filter(({ id }) => id !== guildId))}
                />
              </Field>
            )}
          </div>
          <div className={styles.question}>
            <Field label={t('what.label')} group>
              <RadioGroup
                value={what}
                onChange={setWhat}
                options={[
                  { value: 'ticket', label: t('what.ticket') },
                  { value: 'page', label: t('what.page') },
                ]}
              />
            </Field>
            {what === 'ticket' ? (
              <TicketFields
                guildId={guildId}
                ticket={ticket}
                onChange={setTicket}
                problem={problems.ticket}
              />
            ) : (
              <Field label={t('page')}>
                <Select
                  value={page}
                  onChange={setPage}
                  options={pages.map((value) => ({ value, label: t(`pages.${value}`) }))}
                />
              </Field>
            )}
          </div>
        </div>
      </Card>
    </form>
  );
}

interface TicketFieldsProps {
  guildId: string;
  ticket: string;
  onChange: (ticket: string) => void;
  problem: string | undefined;
}

function TicketFields({ guildId, ticket, onChange, problem }: TicketFieldsProps) {
  const t = useTranslations('who_can_see');
  const list = useQuery(openTicketsQuery(guildId)).data;
  const options = (list?.tickets ?? []).map(({ id, user_id }) => ({
    value: String(id),
    label: `#${id} ${list?.resolved_users[user_id]?.username ?? ''}`.trim(),
  }));
  return (
    <>
      <Field label={t('ticket')} hint={t('ticket_hint')} error={problem}>
        <TextInput value={ticket} onChange={onChange} inputMode="numeric" />
      </Field>
      {options.length ? (
        <Field label={t('open_ticket')}>
          <Combobox
            value={options.some(({ value }) => value === ticket) ? ticket : null}
            onChange={(chosen) => onChange(chosen ?? '')}
            options={options}
            placeholder={t('open_ticket_choose')}
          />
        </Field>
      ) : null}
    </>
  );
}
