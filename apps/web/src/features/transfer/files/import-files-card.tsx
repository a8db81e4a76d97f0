import { useQueryClient } from '@tanstack/react-query';
import type { ImportFileType } from '@tickets/contract/transfer/transfer';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Banner } from '../../../components/ui/banner.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Field } from '../../../components/ui/fields/field.tsx';
import { Form } from '../../../components/ui/fields/form.tsx';
import { Checkbox } from '../../../components/ui/fields/switch.tsx';
import { call } from '../../../lib/api/api.ts';
import { errorText } from '../../../lib/api/query-client.ts';
import { putFile, type UploadOptions } from '../../../lib/api/upload.ts';
import { useUnlessLetIn } from '../../../lib/page/let-in.ts';
import { toast } from '../../../lib/page/toast.ts';
import { readTransfersAgain } from '../transfer.queries.ts';
import styles from './files.module.css';
import { SendingNotice } from './sending-notice.tsx';
import { useUpload, type ZipFiles } from './use-upload.ts';
import { zipTypeOf } from './zip-file.ts';
import { ZipInputs } from './zip-inputs.tsx';

interface ImportFilesCardProps {
  guildId: string;
}

/** The long way: each file is sent to an address of its own, and what it would change can be seen first. */
export function ImportFilesCard({ guildId }: ImportFilesCardProps) {
  const t = useTranslations('transfer.files');
  const queryClient = useQueryClient();
  const upload = useUpload();
  const unlessLetIn = useUnlessLetIn();
  const [files, setFiles] = useState<ZipFiles>({});
  const [preview, setPreview] = useState(true);
  const [problem, setProblem] = useState<string>();
  const [queued, setQueued] = useState<'preview' | 'import'>();
  const isSending = upload.sending !== undefined;

  const send = async () => {
    if (isSending) return;
    if (!files.data && !files.transcripts) return setProblem(t('none'));
    setProblem(undefined);
    setQueued(undefined);
    let failed: string | undefined;
    const ended = await upload
      .run(async (begin) => {
        for (const type of ['data', 'transcripts'] as const) {
          const file = files[type];
          if (!file) continue;
          const options = begin(file);
          try {
            await sendFile(guildId, { type, file, preview }, options);
            setFiles(({ [type]: _, ...others }) => others);
            setQueued(preview ? 'preview' : 'import');
          } catch (error) {
            if (!options.signal.aborted) failed = t(`failed_${type}`, { error: errorText(error) });
            throw error;
          }
        }
      })
      .catch(() => 'failed' as const);
    void readTransfersAgain(queryClient, guildId);
    if (ended === 'cancelled') toast.warning(t('cancelled'));
    else if (failed) {
      setProblem(failed);
      toast.error(failed);
    }
  };
  return (
    <Card title={t('card')} description={t('description')}>
      <Form className={styles.form} onSubmit={() => void send()}>
        <ZipInputs files={files} disabled={isSending} onChange={setFiles} />
        <Field label={t('preview')} hint={t('preview_hint')} inline disabled={isSending}>
          <Checkbox checked={preview} onChange={setPreview} />
        </Field>
        <SendingNotice sending={upload.sending} isSlow={upload.isSlow} />
        <div role="alert">{problem ? <Banner tone="danger">{problem}</Banner> : null}</div>
        <div role="status">
          {queued && !isSending ? (
            <Banner tone="success" title={t('queued')}>
              {t(queued === 'preview' ? 'queued_preview' : 'queued_text')}
            </Banner>
          ) : null}
        </div>
        <div className={styles.actions}>
          <Button {...unlessLetIn} type="submit" variant="primary" busy={isSending}>
            {t('confirm')}
          </Button>
          {isSending ? <Button onClick={upload.cancel}>{t('cancel')}</Button> : null}
        </div>
      </Form>
    </Card>
  );
}

async function sendFile(
  guildId: string,
  { type, file, preview }: { type: ImportFileType; file: File; preview: boolean },
  options: UploadOptions,
): Promise<void> {
  const params = { guild_id: guildId };
  const content_type = zipTypeOf(file);
  const query = {
    file_size: String(file.size),
    file_type: type,
    file_content_type: content_type,
    file_name: file.name.slice(-255),
    ...(preview && { preview: 'true' as const }),
  };
  const { signal } = options;
  const { url, upload_id } = await call('import.presign', { params, query }, { signal, track: false });
  try {
    await putFile(url, file, content_type, options);
  } catch (error) {
    // Nobody waits for the rest of it, and what is not discarded goes by itself later. What was refused as a whole is
    // listed with its reason.
    if (signal.aborted)
      await call('import.discard', { params: { ...params, upload_id } }, { track: false }).catch(() => {});
    throw error;
  }
}
