import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { Banner } from '../../components/ui/banner.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { sizeText } from '../../lib/page/size-text.ts';
import { toast } from '../../lib/page/toast.ts';
import styles from './account.module.css';
import { copyMutation, isUnderWay, linkMutation } from './own-data.queries.ts';
import type { OwnDataProps } from './own-data-props.ts';

export function CopyCard({ own }: OwnDataProps) {
  const t = useTranslations('account.copy');
  const queryClient = useQueryClient();
  const copy = useMutation(copyMutation(queryClient));
  const request = own?.export ?? null;
  const isMaking = isUnderWay(request);
  const isErasing = own?.erasure?.state === 'running';
  return (
    <Card
      title={t('card')}
      footer={
        <Button
          variant={request?.file ? 'secondary' : 'primary'}
          busy={copy.isPending}
          disabled={!own?.is_fresh || isMaking || isErasing}
          onClick={() => copy.mutate(undefined, { onSuccess: () => toast.success(t('asked')) })}
        >
          {t(request?.file ? 'again' : 'ask')}
        </Button>
      }
    >
      <div className={styles.words}>
        <p>{t('what')}</p>
        <CopyState own={own} />
      </div>
    </Card>
  );
}

function CopyState({ own }: OwnDataProps) {
  const t = useTranslations('account.copy');
  const common = useTranslations('account');
  const format = useFormatter();
  const link = useMutation(linkMutation(useQueryClient()));
  const request = own?.export;
  if (!request) return null;
  if (isUnderWay(request))
    return (
      <Banner tone={request.is_failing ? 'warning' : 'info'} title={t('making')} action={<Spinner />}>
        {request.is_failing ? common('failing') : t('making_rows', { count: request.rows_done })}
      </Banner>
    );
  const { file, finished_at } = request;
  if (!file || !finished_at) return null;
  const day = (time: string) => format.dateTime(new Date(time), { dateStyle: 'long', timeStyle: 'short' });
  return (
    <Banner
      tone="success"
      title={t('ready')}
      action={
        <Button
          variant="primary"
          size="small"
          busy={link.isPending}
          disabled={!own?.is_fresh}
          onClick={() => link.mutate(undefined, { onSuccess: ({ url }) => location.assign(url) })}
        >
          {t('download')}
        </Button>
      }
    >
      {t('ready_text', { size: sizeText(file.bytes), made: day(finished_at), until: day(file.expires_at) })}
    </Banner>
  );
}
