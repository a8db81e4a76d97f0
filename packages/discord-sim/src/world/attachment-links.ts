import { createHmac, timingSafeEqual } from 'node:crypto';
import type { World } from './world.ts';

const LIFETIME_MS = 24 * 3_600_000;

/** Address of an attachment's bytes. Like Discord's it stops working after a day; asking for the message again renews it. */
export function attachmentUrl(world: World, channelId: string, id: string, filename: string): string {
  const path = `/attachments/${channelId}/${id}/${encodeURIComponent(filename)}`;
  const issued = world.clock.now();
  const is = hexSeconds(issued);
  const ex = hexSeconds(issued + LIFETIME_MS);
  return `${cdnUrl(world)}${path}?ex=${ex}&is=${is}&hm=${sign(world, `${channelId}/${id}`, ex, is)}&`;
}

/** Whether a link to an attachment is one of ours and still alive. */
export function isAttachmentLinkValid(
  world: World,
  link: { channelId: string; id: string; ex?: string; is?: string; hm?: string },
): boolean {
  const { ex = '', is = '', hm = '' } = link;
  const expected = Buffer.from(sign(world, `${link.channelId}/${link.id}`, ex, is));
  const given = Buffer.from(hm);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  return Number.parseInt(ex, 16) * 1000 > world.clock.now();
}

export function cdnUrl(world: World): string {
  return `${world.baseUrl}/cdn`;
}

function sign(world: World, subject: string, ex: string, is: string): string {
  return createHmac('sha256', world.signingKey).update(`${subject}?${ex}&${is}`).digest('hex');
}

function hexSeconds(ms: number): string {
  return Math.floor(ms / 1000).toString(16);
}
