import { editCloseReason } from '@tickets/core/tickets/closing/close-reason';
import {
  cancelDownload,
  downloadLink,
  listDownloads,
  startDownload,
} from '@tickets/core/transcripts/downloads';
import { drawTranscript } from '@tickets/core/transcripts/forms/draw';
import { listLinks, makeLink, openLink, revokeLink } from '@tickets/core/transcripts/links';
import { listTranscripts, neighboursOf } from '@tickets/core/transcripts/list';
import { listReaders } from '@tickets/core/transcripts/reads';
import { removeTranscript } from '@tickets/core/transcripts/removal';
import { readPiece, renderInBatches } from '@tickets/core/transcripts/render';
import { keepTranscriptsFor, previewRetention, readRetention } from '@tickets/core/transcripts/retention';
import { type ApiParts, mount } from '../http/mount.ts';

export function transcriptRoutes(parts: ApiParts): void {
  mount(parts, 'transcripts.list', async ({ params, body, call, reply }) => {
    const { rows, total, page } = await listTranscripts(call, params.guild_id, body);
    if (total !== undefined) reply.header('x-total-count', total);
    reply.header('x-current-page', page);
    return rows;
  });

  mount(parts, 'transcripts.downloads', ({ params, call }) => listDownloads(call, params.guild_id));

  mount(parts, 'transcripts.start_download', ({ params, body, call }) =>
    startDownload(call, params.guild_id, body),
  );

  mount(parts, 'transcripts.cancel_download', async ({ params, call }) => {
    await cancelDownload(call, params);
    return undefined;
  });

  mount(parts, 'transcripts.download_link', ({ params, call }) => downloadLink(call, params));

  mount(parts, 'transcripts.retention', ({ params, call }) => readRetention(call, params.guild_id));

  mount(parts, 'transcripts.preview_retention', ({ params, query, call }) =>
    previewRetention(call, params.guild_id, query),
  );

  mount(parts, 'transcripts.keep_for', ({ params, body, call }) =>
    keepTranscriptsFor(call, params.guild_id, body),
  );

  mount(parts, 'transcripts.remove', async ({ params, call }) => {
    await removeTranscript(call, params);
    return undefined;
  });

  mount(parts, 'transcripts.reads', ({ params, call }) => listReaders(call, params));

  mount(parts, 'transcripts.links', ({ params, call }) => listLinks(call, params));

  mount(parts, 'transcripts.make_link', ({ params, body, call }) => makeLink(call, params, body));

  mount(parts, 'transcripts.revoke_link', async ({ params, call }) => {
    await revokeLink(call, params);
    return undefined;
  });

  mount(parts, 'transcripts.open_link', ({ body, enterLong }) =>
    openLink(parts.ctx, body.token, enterLong()),
  );

  mount(
    parts,
    'transcripts.render',
    ({ params, query, call, enterLong }) => renderInBatches(call, { ...params, ...query }, enterLong()),
    {
      forms: {
        'text/html': (transcript, { params: { guild_id }, drawn }) =>
          drawTranscript(parts.ctx, transcript, { guild_id, form: 'html', ...drawn() }),
        'text/plain': (transcript, { params: { guild_id }, drawn }) =>
          drawTranscript(parts.ctx, transcript, { guild_id, form: 'text', ...drawn() }),
      },
    },
  );

  mount(parts, 'transcripts.messages', ({ params, query, call, enterLong }) =>
    readPiece(call, { ...params, ...query }, enterLong()),
  );

  mount(parts, 'transcripts.neighbours', ({ params, query, call }) => neighboursOf(call, params, query));

  mount(parts, 'transcripts.edit_reason', async ({ params, body, call }) => {
    await editCloseReason(call, { ...params, reason: body.reason });
    return { success: true as const };
  });
}
