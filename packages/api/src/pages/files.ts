import type { Readable } from 'node:stream';
import { AppError } from '@tickets/contract/platform/errors';
import { findRequest } from '@tickets/core/personal-data/work';
import type { Context } from '@tickets/core/platform/context';
import {
  readDownloadToken,
  readExportToken,
  readFileToken,
  readServerExportToken,
} from '@tickets/core/platform/storage/file-links';
import type { StoredFile } from '@tickets/core/platform/storage/known-bytes';
import { findDownload, isThere } from '@tickets/core/transcripts/downloads';
import { exportFileName, findExport, isThere as isExportThere } from '@tickets/core/transfer/export/exports';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { byAddress, generousLimits } from '../http/by-address.ts';
import type { Limits } from '../http/limits.ts';
import { cleanFileName } from '../http/upload.ts';

/** Pictures that a browser may show in the page; everything else is downloaded. SVG is a program. */
const shown = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

/** GET /files/:token: our copy of an attachment, for anyone who has the link. */
export function installFiles(app: FastifyInstance, ctx: Context, limits: Limits): void {
  app.get<{ Params: { token: string } }>(
    '/files/:token',
    byAddress(limits, { each: generousLimits }),
    async (request, reply) => {
      const ref = readFileToken(ctx, request.params.token);
      if (!ref) throw new AppError('attachment.not_found');
      const row = await ctx.db
        .selectFrom('ticket_attachments')
        .innerJoin('stored_files', 'stored_files.sha256', 'ticket_attachments.sha256')
        .where('guild_id', '=', ref.guild_id)
        .where('ticket_id', '=', ref.ticket_id)
        .where('message_id', '=', ref.message_id)
        .where('attachment_id', '=', ref.attachment_id)
        .where('state', '=', 'stored')
        .select(['filename', 'ticket_attachments.content_type', 'storage_key', 'stored_files.sha256'])
        .executeTakeFirst();
      const file = row && (await ctx.storage.get(row.storage_key, row.sha256.toString('hex')));
      if (!row || !file) throw new AppError('attachment.not_found');
      const type = row.content_type?.split(';')[0]?.trim().toLowerCase() ?? '';
      return reply
        .header('content-disposition', disposition(shown.has(type) ? 'inline' : 'attachment', row.filename))
        .header('cache-control', 'private, max-age=86400')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('content-length', file.size)
        .type(shown.has(type) ? type : 'application/octet-stream')
        .send(watched(ctx, file.stream));
    },
  );
}

/** GET /exports/:token: a copy of somebody's data, for whoever was given the link in the last minute. */
export function installExports(app: FastifyInstance, ctx: Context, limits: Limits): void {
  app.get<{ Params: { token: string } }>('/exports/:token', byAddress(limits), async (request, reply) => {
    const request_id = readExportToken(ctx, request.params.token);
    const row = request_id === undefined ? undefined : await findRequest(ctx, request_id);
    const isThere = row?.file_expires_at && row.file_expires_at > ctx.clock.now();
    const file = row && isThere ? await finishedFile(ctx, row) : undefined;
    if (!row || !file) throw new AppError('own_data.no_export');
    const day = row.asked_at.toISOString().slice(0, 10);
    return sendZip(ctx, reply, `tickets-data-${day}.zip`, file);
  });
}

/** GET /exports/transcripts/:token: a download of transcripts, for whoever was given the link in the last minute. */
export function installDownloads(app: FastifyInstance, ctx: Context, limits: Limits): void {
  app.get<{ Params: { token: string } }>(
    '/exports/transcripts/:token',
    byAddress(limits),
    async (request, reply) => {
      const download_id = readDownloadToken(ctx, request.params.token);
      const row = download_id === undefined ? undefined : await findDownload(ctx.db, download_id);
      const file = row && isThere(row, ctx.clock.now()) ? await finishedFile(ctx, row) : undefined;
      if (!row || !file) throw new AppError('transcript.download_gone');
      const day = row.asked_at.toISOString().slice(0, 10);
      return sendZip(ctx, reply, `transcripts-${day}.zip`, file);
    },
  );
}

/** GET /exports/servers/:token: the export of a server, for whoever was given the link in the last minute. */
export function installServerExports(app: FastifyInstance, ctx: Context, limits: Limits): void {
  app.get<{ Params: { token: string } }>(
    '/exports/servers/:token',
    byAddress(limits),
    async (request, reply) => {
      const export_id = readServerExportToken(ctx, request.params.token);
      const row = export_id === undefined ? undefined : await findExport(ctx.db, export_id);
      const file = row && isExportThere(row, ctx.clock.now()) ? await finishedFile(ctx, row) : undefined;
      if (!row || !file) throw new AppError('export.gone');
      return sendZip(ctx, reply, await exportFileName(ctx.db, row), file);
    },
  );
}

interface Finished {
  file_key: string | null;
  file_sha256: string | null;
}

const finishedFile = async ({ storage }: Context, { file_key, file_sha256 }: Finished) =>
  file_key === null ? undefined : storage.get(file_key, file_sha256 ?? undefined);

function sendZip(ctx: Context, reply: FastifyReply, name: string, file: StoredFile) {
  return reply
    .header('content-disposition', disposition('attachment', name))
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('content-length', file.size)
    .type('application/zip')
    .send(watched(ctx, file.stream));
}

/** Whoever reads it sees that it was broken off; why stands in the log. */
const watched = ({ log }: Context, stream: Readable) =>
  stream.on('error', (err) => log.warn({ err }, 'a stored file was broken off while it was read'));

/** A plain name for old clients beside the true one (RFC 6266). */
function disposition(kind: 'inline' | 'attachment', filename: string): string {
  const name = cleanFileName(filename);
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
