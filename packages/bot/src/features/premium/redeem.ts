import { fillText } from '@tickets/contract/platform/errors';
import { customId } from '@tickets/core/platform/discord/custom-ids';
import { redeemKey } from '@tickets/core/premium/keys';
import { lookOf, successEmbed } from '@tickets/core/wording/look';
import { ComponentType, TextInputStyle } from 'discord-api-types/v10';
import type { ComponentHandler, ModalHandler } from '../../interactions/handlers.ts';
import { textIn } from '../../interactions/modal-text.ts';
import { momentOf } from './moment.ts';

export const redeemName = 'premium.redeem';
const field = 'key';
/** As long as a key. A few more letters, so that a blank at the end of a copied one does no harm. */
const lengthMax = 40;

export const redeemButton: ComponentHandler = {
  kind: 'component',
  name: redeemName,
  answers: 'itself',
  action: 'premium.redeem_key',
  run: {
    where: 'guild',
    async execute({ server: { t }, answer }) {
      await answer.modal({
        custom_id: customId(redeemName),
        title: t.premium.redeem,
        components: [
          {
            type: ComponentType.Label,
            label: t.premium.key_label,
            component: {
              type: ComponentType.TextInput,
              style: TextInputStyle.Short,
              custom_id: field,
              max_length: lengthMax,
              required: true,
            },
          },
        ],
      });
    },
  },
};

export const redeemForm: ModalHandler = {
  kind: 'modal',
  name: redeemName,
  answers: 'privately',
  action: 'premium.redeem_key',
  run: {
    where: 'guild',
    async execute({ call, interaction, server, answer }) {
      const { premium: t, general } = server.t;
      const { expires_at } = await redeemKey(call, server.guild_id, textIn(interaction, field) ?? '');
      const description = expires_at
        ? fillText(t.redeemed_until, { date: momentOf(expires_at) })
        : t.redeemed_for_good;
      // As it looks from now on.
      const look = await lookOf(call, server.settings);
      await answer.send({ embeds: [successEmbed(look, { title: general.premium_title, description })] });
    },
  },
};
