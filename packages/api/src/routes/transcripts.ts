import { listTranscripts } from '@tickets/core/transcripts/list';
import { renderTranscript } from '@tickets/core/transcripts/render';
import { type Doors, mount } from '../mount.ts';

export function transcriptRoutes(doors: Doors): void {
  const { ctx } = doors;

  mount(doors, 'transcripts.list', async ({ params, body, access, reply }) => {
    const { rows, total, page } = await listTranscripts(ctx, access, params.guild_id, body);
    reply.header('x-total-count', total);
    reply.header('x-current-page', page);
    return rows;
  });

  mount(doors, 'transcripts.render', ({ params, query, access }) =>
    renderTranscript(ctx, access, { ...params, ...query }),
  );
}
