import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Banner } from '../../../components/ui/banner.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Form } from '../../../components/ui/fields/form.tsx';
import { LazyModal } from '../../../components/ui/overlays/lazy-modal.tsx';
import { errorText } from '../../../lib/api/query-client.ts';
import { callWithForm } from '../../../lib/api/upload.ts';
import { toast } from '../../../lib/page/toast.ts';
import { readServerAgain } from '../transfer.queries.ts';
import styles from './files.module.css';
import { SendingNotice } from './sending-notice.tsx';
import { useUpload, type ZipFiles } from './use-upload.ts';
import { ZipInputs } from './zip-inputs.tsx';

interface ImportModalProps {
  guildId: string;
  open: boolean;
  onClose: () => void;
}

const FORM = 'import-data';

/** The short way: both files in one call, and imported at once. */
export function ImportModal({ guildId, open, onClose }: ImportModalProps) {
  const t = useTranslations('transfer.modal');
  const tf = useTranslations('transfer.files');
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const upload = useUpload();
  const [files, setFiles] = useState<ZipFiles>({});
  const [problem, setProblem] = useState<string>();
  const isSending = upload.sending !== undefined;

  const close = () => {
    upload.cancel();
    setFiles({});
    setProblem(undefined);
    onClose();
  };
  const send = async () => {
    const chosen = Object.values(files);
    if (isSending) return;
    if (!chosen.length) return setProblem(tf('none'));
    setProblem(undefined);
    const form = new FormData();
    if (files.data) form.set('data_file', files.data);
    if (files.transcripts) form.set('transcripts_file', files.transcripts);
    const name = chosen.map((file) => file.name).join(', ');
    const size = chosen.reduce((sum, file) => sum + file.size, 0);
    let isWaiting = false;
    try {
      const ended = await upload.run(async (begin) => {
        const input = { params: { guild_id: guildId } };
        const started = await callWithForm<'import.start'>(
          'import.start',
          input,
          form,
          begin({ name, size }),
        );
        isWaiting = started.uploads.some(({ state }) => state === 'checked');
      });
      if (ended === 'cancelled') return toast.warning(tf('cancelled'));
      toast.success(t('imported'));
      close();
      // Nobody vouches for it, so its report waits there to be confirmed.
      if (isWaiting) await navigate({ to: '/manage/$guildId/import', params: { guildId } });
      void readServerAgain(queryClient, guildId);
    } catch (error) {
      setProblem(t('failed', { error: errorText(error) }));
    }
  };
  return (
    <LazyModal
      open={open}
      onClose={close}
      title={t('title')}
      message={t('message')}
      footer={
        <>
          <Button onClick={close}>{tf('cancel')}</Button>
          <Button type="submit" form={FORM} variant="primary" busy={isSending}>
            {tf('confirm')}
          </Button>
        </>
      }
    >
      <Form id={FORM} className={styles.form} onSubmit={() => void send()}>
        <ZipInputs files={files} disabled={isSending} onChange={setFiles} />
        <SendingNotice sending={upload.sending} isSlow={upload.isSlow} />
        <div role="alert">{problem ? <Banner tone="danger">{problem}</Banner> : null}</div>
        {isSending ? null : (
          <Link to="/manage/$guildId/import" params={{ guildId }} onClick={close}>
            {t('page')}
          </Link>
        )}
      </Form>
    </LazyModal>
  );
}
