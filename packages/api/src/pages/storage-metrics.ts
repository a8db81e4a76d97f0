import type { Storage } from '@tickets/core/platform/storage/storage';
import { Counter, Gauge, type Registry } from 'prom-client';

/** Figures of where this process keeps files. */
export function installStorageMetrics(registry: Registry, storage: Storage): void {
  const { failures } = storage;
  if (failures) {
    new Counter({
      name: 'storage_failures_total',
      help: 'What this process could not store, read, remove or check.',
      registers: [registry],
      collect() {
        this.reset();
        this.inc(failures.count);
      },
    });
    new Gauge({
      name: 'storage_last_failure_timestamp_seconds',
      help: 'When that happened last; absent where it never did.',
      registers: [registry],
      collect() {
        this.remove();
        if (failures.last_at) this.set(failures.last_at.getTime() / 1000);
      },
    });
  }
  const { requireRoom } = storage;
  if (requireRoom)
    new Gauge({
      name: 'storage_disk_full',
      help: 'Whether files are refused, because the disk of the data folder has too little left.',
      registers: [registry],
      async collect() {
        this.set(
          await requireRoom().then(
            () => 0,
            // Whatever else keeps the folder from being looked at, /readyz tells. There is no room in it either.
            () => 1,
          ),
        );
      },
    });
  if (storage.freeBytes) {
    const freeBytes = storage.freeBytes;
    new Gauge({
      name: 'storage_free_bytes',
      help: 'How much room the disk of the data folder has left; absent with a bucket.',
      registers: [registry],
      async collect() {
        this.remove();
        const free = await freeBytes().catch((error: NodeJS.ErrnoException) => {
          // Before the first file there is no folder.
          if (error.code !== 'ENOENT') throw error;
          return undefined;
        });
        if (free !== undefined) this.set(free);
      },
    });
  }
}
