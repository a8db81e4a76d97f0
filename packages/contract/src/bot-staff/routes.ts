import { z } from 'zod';
import { deletedUser } from '../platform/names.ts';
import { GuildPath, type Route } from '../platform/route.ts';
import { Snowflake } from '../platform/snowflake.ts';
import { BotStaffMember, StaffOverride, StaffOverrideInput } from './bot-staff.ts';

const notOfUser = 'This is not the id of a user.';
const UserPath = z.object({ user_id: Snowflake.refine((id) => id !== '0', notOfUser) });
const AddedUserPath = z.object({
  // Nobody has it: it stands for people whose data was erased.
  user_id: UserPath.shape.user_id.refine((id) => id !== deletedUser.id, notOfUser),
});

export const botStaffRoutes = {
  'override.get': {
    summary: "Whether the product's own team may use the dashboard of the server, and until when.",
    subject: 'Staff override',
    access: 'override.read',
    params: GuildPath,
    answers: { 200: StaffOverride },
  },
  'override.grant': {
    summary:
      "Gives the product's own team the level of an administrator in the server for some hours. Granted again, the new end counts.",
    subject: 'Staff override',
    access: 'override.grant',
    params: GuildPath,
    body: StaffOverrideInput,
    answers: { 204: null },
  },
  'override.revoke': {
    summary: 'Takes that access back. Where there is none, nothing changes.',
    subject: 'Staff override',
    access: 'override.revoke',
    params: GuildPath,
    answers: { 204: null },
  },
  'bot_staff.list': {
    summary: "The product's own team. Who has never been met is an Unknown User.",
    subject: 'Bot staff',
    access: 'bot_staff.list',
    answers: { 200: z.array(BotStaffMember) },
  },
  'bot_staff.add': {
    summary: "Adds somebody to the product's own team. Adding them again changes nothing.",
    subject: 'Bot staff',
    access: 'bot_staff.add',
    params: AddedUserPath,
    answers: { 204: null },
  },
  'bot_staff.remove': {
    summary: "Takes somebody off the product's own team, and ends their access to servers at once.",
    subject: 'Bot staff',
    access: 'bot_staff.remove',
    params: UserPath,
    answers: { 204: null },
  },
} as const satisfies Record<string, Route>;
