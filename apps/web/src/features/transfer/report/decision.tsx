import type { ImportMapping, ImportUpload } from '@tickets/contract/transfer/transfer';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Banner } from '../../../components/ui/banner.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/fields/field.tsx';
import { Checkbox } from '../../../components/ui/fields/switch.tsx';
import { MappingEditor } from './mapping-editor.tsx';
import styles from './report.module.css';
import { ReportView } from './report-view.tsx';
import { useMapping } from './use-mapping.ts';

interface DecisionProps {
  guildId: string;
  report: NonNullable<ImportUpload['report']>;
  busy: 'check' | 'confirm' | 'discard' | undefined;
  confirmLabel: string;
  discardLabel: string;
  onCheck: (mapping: ImportMapping) => void;
  onConfirm: (mapping: ImportMapping) => void;
  onDiscard: () => void;
}

/** A report, what is chosen for what is missing, and the word that it waits for. */
export function Decision(props: DecisionProps) {
  const { guildId, report, busy } = props;
  const t = useTranslations('transfer.report');
  const [isTrusted, setTrusted] = useState(false);
  const chosen = useMapping(report.unmatched);
  const staleId = useId();
  const isUnvouched = report.vouched_by === 'none';
  return (
    <div className={styles.decision}>
      {report.unmatched.length ? (
        <MappingEditor
          guildId={guildId}
          unmatched={report.unmatched}
          left_out={report.unmatched_left_out}
          disabled={busy !== undefined}
          chosen={chosen}
        />
      ) : null}
      {chosen.isStale ? (
        <Banner
          tone="warning"
          action={
            <Button
              size="small"
              busy={busy === 'check'}
              disabled={busy !== undefined}
              onClick={() => props.onCheck(chosen.mapping)}
            >
              {t('again')}
            </Button>
          }
        >
          {t('stale')}
        </Banner>
      ) : null}
      <ReportView report={report} />
      {isUnvouched ? (
        <>
          <Banner tone="warning" title={t('unvouched')}>
            {t('unvouched_text')}
          </Banner>
          <Field label={t('trust')} inline>
            <Checkbox checked={isTrusted} onChange={setTrusted} />
          </Field>
        </>
      ) : null}
      {chosen.isStale ? (
        <p id={staleId} className={styles.detail}>
          {t('stale_confirm')}
        </p>
      ) : null}
      <div className={styles.actions}>
        <Button
          variant="primary"
          busy={busy === 'confirm'}
          disabled={busy !== undefined || chosen.isStale || (isUnvouched && !isTrusted)}
          aria-describedby={chosen.isStale ? staleId : undefined}
          onClick={() => props.onConfirm(chosen.mapping)}
        >
          {props.confirmLabel}
        </Button>
        <Button busy={busy === 'discard'} disabled={busy !== undefined} onClick={props.onDiscard}>
          {props.discardLabel}
        </Button>
      </div>
    </div>
  );
}
