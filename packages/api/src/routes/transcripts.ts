import { listTranscripts } from '@tickets/core/transcripts/list';
import { renderTranscript } from '@tickets/core/transcripts/render';
import { type ApiParts, mount } from '../mount.ts';

export function transcriptRoutes(parts: ApiParts): void {
  const { ctx } = parts;

  mount(parts, 'transcripts.list', async ({ params, body, access, reply }) => {
    const { rows, total, page } = await listTranscripts(ctx, access, params.guild_id, body);
    reply.header('x-total-count', total);
    reply.header('x-current-page', page);
    return rows;
  });

  mount(parts, 'transcripts.render', ({ params, query, access }) =>
    renderTranscript(ctx, access, { ...params, ...query }),
  );
}
