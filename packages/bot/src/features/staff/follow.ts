import { fillText } from '@tickets/contract/platform/errors';
import type { UserCall } from '@tickets/core/access/caller';
import { warnUnlessOutage } from '@tickets/core/platform/outages';
import { followStaffNow } from '@tickets/core/staff/follow-staff';
import type { StaffTarget } from '@tickets/core/staff/target';
import { failureEmbed } from '@tickets/core/wording/look';
import type { Answer } from '../../interactions/answer.ts';
import type { Server } from '../../interactions/handlers.ts';

/** The channels of open tickets follow after the answer, because there may be many; what Discord refuses is told. */
export async function followInDiscord(
  { call, server, answer }: { call: UserCall; server: Server; answer: Answer },
  target: StaffTarget,
): Promise<void> {
  let refused: string[];
  try {
    ({ refused } = await followStaffNow(call, target));
  } catch (error) {
    warnUnlessOutage(call.log, error, 'channels of tickets follow a change of the staff later', {
      ...target,
    });
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
