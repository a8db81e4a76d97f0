import { fillText } from '@tickets/contract/platform/errors';
import {
  type APIActionRowComponent,
  type APIButtonComponent,
  ButtonStyle,
  ComponentType,
} from 'discord-api-types/v10';
import type { Selectable } from 'kysely';
import type { CloseRequests } from '../../platform/db/schema.generated.ts';
import { customId } from '../../platform/discord/custom-ids.ts';
import { codeBlock, failureEmbed, noMentions, successEmbed, type Wording } from '../../wording/look.ts';

export type CloseRequestRow = Selectable<CloseRequests>;

/** Names of its buttons. Messages outlive deploys, so they stay understood. */
export const acceptButton = 'ticket.close_request_accept';
export const denyButton = 'ticket.close_request_deny';

/** Tells one request of a ticket from the next, whether or not Discord's answer to its message reached us. */
export const stampOf = ({ created_at }: Pick<CloseRequestRow, 'created_at'>) => String(created_at.getTime());

/** What the opener is asked, with the buttons to answer. */
export function closeRequestMessage(wording: Wording, request: CloseRequestRow) {
  const { t, look } = wording;
  const { requester_id, reason, close_at } = request;
  const time = close_at && `<t:${Math.floor(close_at.getTime() / 1000)}:R>`;
  const description = [
    fillText(t.close_request.asked, { user: `<@${requester_id}>` }),
    ...(time ? [fillText(t.close_request.closes_at, { time })] : []),
    ...(reason ? [codeBlock(reason)] : []),
  ].join('\n');
  return {
    embeds: [successEmbed(look, { title: t.close_request.title, description })],
    components: [buttons(wording, request)],
  };
}

/** `lapsed`: whoever asked may not ask that any more. */
export type RequestEnd = { is: 'accepted' | 'denied'; user_id: string } | { is: 'replaced' | 'lapsed' };

/** What is left of a request that ended. */
export function endedRequest({ t, look }: Wording, end: RequestEnd) {
  const user = 'user_id' in end ? `<@${end.user_id}>` : '';
  const embed = { title: t.close_request.title, description: fillText(t.close_request[end.is], { user }) };
  return {
    embeds: [end.is === 'accepted' ? successEmbed(look, embed) : failureEmbed(look, embed)],
    components: [],
    allowed_mentions: noMentions,
  };
}

function buttons({ t }: Wording, request: CloseRequestRow): APIActionRowComponent<APIButtonComponent> {
  const stamp = stampOf(request);
  return {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.Button,
        style: ButtonStyle.Success,
        label: t.close_request.accept,
        emoji: { name: '☑️' },
        custom_id: customId(acceptButton, stamp),
      },
      {
        type: ComponentType.Button,
        style: ButtonStyle.Secondary,
        label: t.close_request.deny,
        emoji: { name: '❌' },
        custom_id: customId(denyButton, stamp),
      },
    ],
  };
}
