import type { ImportFileType } from '@tickets/contract/transfer/transfer';
import { useEffect, useRef, useState } from 'react';
import type { UploadOptions, UploadProgress } from '../../../lib/api/upload.ts';

export type ZipFiles = Partial<Record<ImportFileType, File>>;

/** What is sent just now, and how much of it has gone. */
export interface Sending extends UploadProgress {
  name: string;
}

const SLOW_MS = 60_000;

/** Files that are sent, one call after another or in one, until they are there, fail or are called off. */
export function useUpload() {
  const [sending, setSending] = useState<Sending>();
  const [isSlow, setSlow] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const isSending = sending !== undefined;
  useEffect(() => {
    if (!isSending) return;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isSending]);

  /** Whether it came to its end. `work` says by `begin` what it sends. */
  const run = async (
    work: (begin: (file: { name: string; size: number }) => UploadOptions) => Promise<void>,
  ): Promise<'done' | 'cancelled'> => {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setSending({ name: '', sent: 0, total: 0 });
    try {
      await work(({ name, size }) => {
        setSending({ name, sent: 0, total: size });
        return { signal, onProgress: (progress) => setSending({ name, ...progress }) };
      });
      return signal.aborted ? 'cancelled' : 'done';
    } catch (error) {
      if (signal.aborted) return 'cancelled';
      throw error;
    } finally {
      setSending(undefined);
    }
  };
  return { sending, isSlow, run, cancel: () => running.current?.abort() };
}
