import { checkCopy, listCopySources, prepareCopy, startCopy } from '@tickets/core/transfer/copies';
import { cancelExport, exportLink, listExports, startExport } from '@tickets/core/transfer/export/exports';
import { listLogs, listRuns, readQueue } from '@tickets/core/transfer/import/runs';
import {
  checkImport,
  confirmImport,
  discardImport,
  listUploads,
  presignUpload,
  readUpload,
  requireImporter,
  startImport,
} from '@tickets/core/transfer/import/uploads';
import { type ApiParts, mount } from '../http/mount.ts';

export function transferRoutes(parts: ApiParts): void {
  mount(parts, 'export.list', ({ params, call }) => listExports(call, params.guild_id));

  mount(parts, 'export.start', ({ params, body, call }) => startExport(call, params.guild_id, body));

  mount(parts, 'export.cancel', async ({ params, call }) => {
    await cancelExport(call, params);
    return undefined;
  });

  mount(parts, 'export.link', ({ params, call }) => exportLink(call, params));

  mount(
    parts,
    'import.start',
    ({ params, query, streamed, call }) =>
      startImport(call, params.guild_id, { files: streamed, preview: query.preview === 'true' }),
    { beforeBody: requireImporter },
  );

  mount(parts, 'import.presign', ({ params, query, call }) => presignUpload(call, params.guild_id, query));

  mount(parts, 'import.queue', ({ params, call }) => readQueue(call, params.guild_id));

  mount(parts, 'import.runs', ({ params, call }) => listRuns(call, params.guild_id));

  mount(parts, 'import.logs', ({ params, query, call }) => listLogs(call, params, query));

  mount(parts, 'import.uploads', ({ params, call }) => listUploads(call, params.guild_id));

  mount(parts, 'import.upload', ({ params, call }) => readUpload(call, params));

  mount(parts, 'import.check', ({ params, body, call }) => checkImport(call, params, body.mapping));

  mount(parts, 'import.confirm', ({ params, body, call }) => confirmImport(call, params, body.mapping));

  mount(parts, 'import.discard', async ({ params, call }) => {
    await discardImport(call, params);
    return undefined;
  });

  mount(parts, 'copy.sources', ({ params, call, session }) =>
    listCopySources(call, params.guild_id, () => parts.sessions.toldServers(session)),
  );

  mount(parts, 'copy.prepare', ({ params, body, call }) => prepareCopy(call, params.guild_id, body));

  mount(parts, 'copy.check', ({ params, body, call }) => checkCopy(call, params, body.mapping));

  mount(parts, 'copy.start', ({ params, body, call }) => startCopy(call, params, body.mapping));
}
