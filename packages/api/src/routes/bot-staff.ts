import { addBotStaff, listBotStaff, removeBotStaff } from '@tickets/core/bot-staff/bot-staff';
import { grantOverride, readOverride, revokeOverride } from '@tickets/core/bot-staff/override';
import { type ApiParts, mount } from '../http/mount.ts';

export function botStaffRoutes(parts: ApiParts): void {
  mount(parts, 'override.get', ({ params, call }) => readOverride(call, params.guild_id));

  mount(parts, 'override.grant', async ({ params, body, call }) => {
    await grantOverride(call, params.guild_id, body);
    return undefined;
  });

  mount(parts, 'override.revoke', async ({ params, call }) => {
    await revokeOverride(call, params.guild_id);
    return undefined;
  });

  mount(parts, 'bot_staff.list', ({ product }) => listBotStaff(product));

  mount(parts, 'bot_staff.add', async ({ params, product }) => {
    await addBotStaff(product, params.user_id);
    return undefined;
  });

  mount(parts, 'bot_staff.remove', async ({ params, product }) => {
    await removeBotStaff(product, params.user_id);
    return undefined;
  });
}
