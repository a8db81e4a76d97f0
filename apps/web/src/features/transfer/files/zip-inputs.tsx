import { useTranslations } from 'use-intl';
import type { ZipFiles } from './use-upload.ts';
import { ZipInput } from './zip-input.tsx';

interface ZipInputsProps {
  files: ZipFiles;
  disabled: boolean;
  onChange: (files: ZipFiles) => void;
}

export function ZipInputs({ files, disabled, onChange }: ZipInputsProps) {
  const t = useTranslations('transfer.files');
  return (
    <>
      {(['data', 'transcripts'] as const).map((type) => (
        <ZipInput
          key={type}
          name={`${type}_file`}
          label={t(type)}
          hint={t(`${type}_hint`)}
          file={files[type]}
          disabled={disabled}
          onFile={(file) => {
            const { [type]: _, ...others } = files;
            onChange(file ? { ...others, [type]: file } : others);
          }}
        />
      ))}
    </>
  );
}
