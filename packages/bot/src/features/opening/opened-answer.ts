import { fillText } from '@tickets/contract/platform/errors';
import type { OpenRequest } from '@tickets/core/tickets/model/open-request';
import { type Opened, openTicket } from '@tickets/core/tickets/opening/open';
import { successEmbed } from '@tickets/core/wording/look';
import type { AnswerMessage } from '../../interactions/answer.ts';
import type { GuildInput, Server } from '../../interactions/handlers.ts';

/** Opens a ticket, and tells the opener as soon as it can be used. */
export async function openAndTell(
  { call, server, answer }: Pick<GuildInput<unknown>, 'call' | 'server' | 'answer'>,
  request: OpenRequest,
): Promise<void> {
  let told: Promise<unknown> | undefined;
  const tell = (opened: Opened) => {
    told ??= answer.send(openedAnswer(server, opened));
    return told;
  };
  const opened = await openTicket(call, request, (place) => void tell(place).catch(() => undefined));
  await tell(opened);
}

/** What the opener is told. */
export function openedAnswer({ t, look }: Server, opened: Opened): AnswerMessage {
  return { embeds: [successEmbed(look, { title: t.opening.opened_title, description: text(t, opened) })] };
}

function text(t: Server['t'], opened: Opened): string {
  switch (opened.state) {
    case 'opened':
      return fillText(t.opening.opened, { channel: `<#${opened.channel_id}>` });
    case 'already_open':
      return fillText(t.opening.already_opened, { channel: `<#${opened.channel_id}>` });
    case 'being_opened':
      return t.opening.being_opened;
    case 'delayed':
      return fillText(t.opening.delayed, { ticket: opened.ticket_id });
  }
}
