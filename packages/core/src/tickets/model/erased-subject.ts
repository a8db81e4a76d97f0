import { createHmac } from 'node:crypto';
import { deletedUser } from '@tickets/contract/platform/names';
import type { Context } from '../../platform/context.ts';
import { erasureKeys } from './erasure-keys.ts';
import type { Ticket, TicketKey } from './find.ts';
import { hasParts } from './without-person.ts';

/** Recognises a subject that was erased, without telling what it was. To be kept in `erased_subject`. */
export async function printOfSubject(ctx: Context, key: TicketKey, subject: string): Promise<Buffer> {
  const [newest = ''] = await erasureKeys(ctx); // there is one
  return printWith(newest, key, subject);
}

/** Whether a text is the subject that was erased from the ticket's row. */
export async function isErasedSubject(
  ctx: Context,
  ticket: Pick<Ticket, keyof TicketKey | 'erased_subject'>,
  text: string | null | undefined,
): Promise<boolean> {
  const { erased_subject } = ticket;
  if (!erased_subject || !text) return false;
  const keys = await erasureKeys(ctx);
  return keys.some((key) => printWith(key, ticket, text).equals(erased_subject));
}

function printWith(key: string, { guild_id, ticket_id }: TicketKey, subject: string): Buffer {
  const words = withoutPeople(subject) || subject.trim();
  return createHmac('sha256', key)
    .update(`subject:${guild_id}:${ticket_id}:${words}`)
    .digest()
    .subarray(0, 16);
}

/** Whether a text is this subject, also where people who are named in one of them were erased. */
export function isSubject(subject: string, text: string | null | undefined): boolean {
  if (!text) return false;
  const [whole, shown] = [withoutPeople(subject), withoutPeople(text)];
  if (whole === shown) return whole !== '' || subject.trim() === text.trim();
  const parts = shown.split(withoutPeople(deletedUser.username));
  return parts.join('') !== '' && hasParts(whole, parts);
}

/** Without ids of people, or what stands in their place once they were erased, and without spaces, which Discord changes. */
const withoutPeople = (text: string) =>
  text.replace(new RegExp(`<@!?\\d+>|(?<!\\d)(\\d{15,20}|${deletedUser.id})(?!\\d)|\\s`, 'g'), '');
