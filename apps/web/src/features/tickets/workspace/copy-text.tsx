import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../components/ui/button.tsx';

const TOLD_MS = 1500;

/** Copies what somebody has written. */
export function CopyText({ text }: { text: string }) {
  const t = useTranslations('tickets.ticket');
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = window.setTimeout(() => setCopied(false), TOLD_MS);
    return () => window.clearTimeout(timer);
  }, [copied]);
  if (text === '') return null;
  return (
    <>
      <Button
        size="small"
        icon={copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        {t('copy')}
      </Button>
      <span className="visually-hidden" aria-live="polite">
        {copied ? t('copied') : ''}
      </span>
    </>
  );
}
