import { importLimits } from '@tickets/contract/transfer/transfer-limits';
import { FileArchive, Upload, X } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../../components/ui/button.tsx';
import { cx } from '../../../components/ui/class-names.ts';
import { sizeText } from '../../../lib/page/size-text.ts';
import styles from './files.module.css';
import { problemOf } from './zip-file.ts';

interface ZipInputProps {
  name: 'data_file' | 'transcripts_file';
  label: string;
  hint: string;
  file: File | undefined;
  disabled: boolean;
  onFile: (file: File | undefined) => void;
}

/** One zip: chosen, or dropped. What cannot be imported is refused here, before a byte of it is sent. */
export function ZipInput({ name, label, hint, file, disabled, onFile }: ZipInputProps) {
  const t = useTranslations('transfer.files');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const [isOver, setOver] = useState(false);

  const take = (files: readonly File[]) => {
    const [first] = files;
    if (!first) return;
    const wrong = files.length > 1 ? undefined : problemOf(first);
    const words = { name: first.name, size: sizeText(first.size), limit: sizeText(importLimits.file_bytes) };
    if (files.length > 1) setProblem(t('one'));
    else setProblem(wrong && t(wrong, words));
    if (files.length === 1 && !wrong) onFile(first);
  };
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    // Also where nothing is taken: else the browser would leave the page for the file.
    event.preventDefault();
    event.dataTransfer.dropEffect = disabled ? 'none' : 'copy';
    setOver(!disabled);
  };
  return (
    <div className={styles.file}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <p id={`${id}h`} className={styles.hint}>
        {hint}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: whoever cannot drop has the field inside */}
      <div
        className={cx(styles.box, isOver && styles.over, disabled && styles.disabled)}
        onDragEnter={over}
        onDragOver={over}
        onDragLeave={({ relatedTarget, currentTarget }) => {
          if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
        }}
        onDrop={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return;
          event.preventDefault();
          setOver(false);
          if (!disabled) take([...event.dataTransfer.files]);
        }}
      >
        <input
          ref={input}
          id={id}
          type="file"
          name={name}
          accept=".zip"
          className={styles.input}
          disabled={disabled}
          aria-describedby={problem ? `${id}e ${id}h` : `${id}h`}
          aria-invalid={problem ? true : undefined}
          onChange={({ currentTarget }) => {
            take([...(currentTarget.files ?? [])]);
            // The same file can be chosen again after it was taken out.
            currentTarget.value = '';
          }}
        />
        {file ? (
          <>
            <FileArchive aria-hidden="true" />
            <span className={styles.name}>
              {file.name} <span className={styles.size}>{sizeText(file.size)}</span>
            </span>
          </>
        ) : (
          <>
            <Upload aria-hidden="true" />
            <span className={styles.name}>
              {isOver ? (
                t('drop')
              ) : (
                <>
                  <span className={styles.choose}>{t('choose')}</span> {t('or_drop')}
                </>
              )}
            </span>
          </>
        )}
        {file && !disabled ? (
          <span className={styles.remove}>
            <IconButton
              label={t('remove', { name: file.name })}
              size="small"
              onClick={() => {
                onFile(undefined);
                input.current?.focus();
              }}
            >
              <X aria-hidden="true" />
            </IconButton>
          </span>
        ) : null}
      </div>
      {problem ? (
        <p id={`${id}e`} className={styles.problem} role="alert">
          {problem}
        </p>
      ) : null}
    </div>
  );
}
