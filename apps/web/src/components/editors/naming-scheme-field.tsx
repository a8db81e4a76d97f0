import { dependsOnClaim, namingSchemeLimit } from '@tickets/contract/tickets/naming';
import { Hash } from 'lucide-react';
import { use, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { guideUrl } from '../../lib/page/config.ts';
import { Field } from '../ui/fields/field.tsx';
import { FormContext } from '../ui/fields/form.tsx';
import { Switch } from '../ui/fields/switch.tsx';
import { TextInput } from '../ui/fields/text-input.tsx';
import styles from './editors.module.css';
import { NamingPlaceholders } from './naming-placeholders.tsx';
import { namingError, sampleChannel, withoutSpaces } from './naming-sample.ts';

export interface NamingSchemeFieldProps {
  /** Null for the scheme of the server. */
  value: string | null;
  onChange: (scheme: string | null) => void;
  /** Where the scheme stands in what is sent. */
  name?: string;
}

/** What a scheme of one's own begins with: the names that tickets have anyway. */
const FIRST_SCHEME = 'ticket-%id%';

/** How the channels of a panel are called: as the server says, or by a scheme of its own. */
export function NamingSchemeField({ value, onChange, name = 'naming_scheme' }: NamingSchemeFieldProps) {
  const t = useTranslations('editors.naming');
  // A scheme that was typed comes back when someone changes their mind twice.
  const [kept, setKept] = useState(FIRST_SCHEME);
  return (
    <Field label={t('label')} group>
      <div className={styles.scheme}>
        <Field
          label={t('use_default')}
          hint={t('use_default_hint')}
          name="use_server_default_naming_scheme"
          inline
        >
          <Switch
            checked={value === null}
            onChange={(usesDefault) => {
              if (value !== null) setKept(value);
              onChange(usesDefault ? null : kept);
            }}
          />
        </Field>
        {value === null ? null : <CustomScheme value={value} onChange={onChange} name={name} />}
      </div>
    </Field>
  );
}

interface CustomSchemeProps {
  value: string;
  onChange: (scheme: string) => void;
  name: string;
}

function CustomScheme({ value, onChange, name }: CustomSchemeProps) {
  const t = useTranslations('editors.naming');
  const told = use(FormContext)?.errorOf(name);
  const input = useRef<HTMLInputElement>(null);
  const [helpOpen, setHelpOpen] = useState(false);
  const helpId = useId();
  const error = namingError(value) ?? told;

  /** Writes a text and keeps the caret, which the browser would put at the end of a text that was changed. */
  function write(text: string, caret: number) {
    flushSync(() => onChange(text));
    input.current?.setSelectionRange(caret, caret);
  }

  function insert(placeholder: string) {
    const box = input.current;
    if (!box) return;
    const start = box.selectionStart ?? value.length;
    const before = `${value.slice(0, start)}%${placeholder}%`;
    write(before + value.slice(box.selectionEnd ?? start), before.length);
    box.focus();
  }

  return (
    <>
      <Field label={t('custom')} hint={t('hint')} error={error}>
        <TextInput
          ref={input}
          value={value}
          onChange={(text) => write(withoutSpaces(text), input.current?.selectionStart ?? text.length)}
          limit={namingSchemeLimit}
          spellCheck={false}
        />
      </Field>
      {error ? null : <Examples scheme={value} />}
      <div className={styles.help}>
        <button
          type="button"
          className={styles.linkButton}
          aria-expanded={helpOpen}
          aria-controls={helpOpen ? helpId : undefined}
          onClick={() => setHelpOpen(!helpOpen)}
        >
          {t('help')}
        </button>
        <a className={styles.guide} href={guideUrl('/naming-schemes')} target="_blank" rel="noreferrer">
          {t('guide')}
        </a>
      </div>
      {helpOpen ? <NamingPlaceholders id={helpId} onInsert={insert} /> : null}
    </>
  );
}

/** The name of a ticket by this scheme, and the one that it takes when it is claimed, where the two differ. */
function Examples({ scheme }: { scheme: string }) {
  const t = useTranslations('editors.naming');
  const now = new Date();
  return (
    <dl className={styles.examples}>
      <dt>{t('result')}</dt>
      <dd className={styles.channel}>
        <Hash aria-hidden="true" />
        {sampleChannel(scheme, { claimed_by: null, now })}
      </dd>
      {dependsOnClaim(scheme) ? (
        <>
          <dt>{t('result_claimed')}</dt>
          <dd className={styles.channel}>
            <Hash aria-hidden="true" />
            {sampleChannel(scheme, { claimed_by: 'sam', now })}
          </dd>
        </>
      ) : null}
    </dl>
  );
}
