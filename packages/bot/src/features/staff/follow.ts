import { fillText } from '@tickets/contract/errors';
import type { Context } from '@tickets/core/platform/context';
import type { StaffTarget } from '@tickets/core/staff/staff';
import { syncStaff } from '@tickets/core/staff/sync';
import { failureEmbed } from '@tickets/core/wording/look';
import type { Answer } from '../../answer.ts';
import type { Server } from '../../handlers.ts';

/** The channels of open tickets follow after the answer, because there may be many; what Discord refuses is told. */
export async function followInDiscord(
  { ctx, server, answer }: { ctx: Context; server: Server; answer: Answer },
  target: StaffTarget,
): Promise<void> {
  let refused: string[];
  try {
    ({ refused } = await syncStaff(ctx, target));
  } catch (error) {
    ctx.log.warn({ err: error, ...target }, 'channels of tickets follow a change of the staff later');
    return;
  }
  if (!refused.length) return;
  const shown = refused.slice(0, 20).map((id) => `<#${id}>`);
  const channels = refused.length > shown.length ? `${shown.join(' ')} …` : shown.join(' ');
  const description = fillText(server.t.staff.refused, { channels });
  await answer.also({
    embeds: [failureEmbed(server.look, { title: server.t.common.error_title, description })],
  });
}
