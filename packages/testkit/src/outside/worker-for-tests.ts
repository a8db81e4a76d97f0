/** A worker that does what it is asked to: some of it well, some of it for ever. */
import { getPriority } from 'node:os';
import { serveParent } from '@tickets/core/platform/workers/serve-parent';

const kept: unknown[] = [];

serveParent(async (question) => {
  switch (question) {
    case 'run for ever':
      for (;;);
    case 'fill the heap':
      for (;;) kept.push(Array.from({ length: 1000 }, () => ({})));
    case 'fail':
      throw Object.assign(new Error('there is no room'), { code: 'ENOSPC', name: 'DiskError' });
    case 'about':
      return { niceness: getPriority() };
    default:
      return question;
  }
});
