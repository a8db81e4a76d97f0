import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sendFile } from './files.ts';

const FOLDER = join(import.meta.dirname, '../../assets');

/** What the simulator's pages without scripts are made of: sign-in and the first page. */
export function assetRoutes(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>('/app/assets/:file', (request, reply) =>
    sendFile(request, reply, fileOf(request.params.file)),
  );
}

/** Names with anything but letters, digits and hyphens are no files of ours. */
function fileOf(name: string): string | undefined {
  return /^[a-z][a-z0-9-]*\.(?:css|svg)$/.test(name) ? join(FOLDER, name) : undefined;
}
