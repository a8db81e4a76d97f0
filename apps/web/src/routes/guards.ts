import { notFound, redirect } from '@tanstack/react-router';
import { ApiError } from '../lib/api/api.ts';
import { keepsReplyIn } from '../lib/page/reply-drafts.ts';
import { toast } from '../lib/page/toast.ts';
import { translate } from '../lib/page/translate.ts';
import { ticketNumber } from '../lib/page/use-ticket-id.ts';
import { placeIn } from '../lib/session/permissions.ts';
import { reloadServers } from '../lib/session/reload-servers.ts';
import { readSession, readToken, readUser } from '../lib/session/session.ts';
import { startSignIn } from '../lib/session/sign-in.ts';

/** Tells the router's not-found state that the page is there, but above the person's permission level. */
export const NO_ACCESS = 'no_access';
/** The same, of a server that the person knows and the API does not. */
export const BOT_GONE = 'bot_gone';

interface Entering {
  location: { href: string };
  /** True while a link is only pointed at: nothing may happen to the page then. */
  preload: boolean;
}

/**
 * Without a stored session one goes to sign-in, and comes back to where one wanted to go. A list of servers that cannot be
 * read is loaded anew.
 */
export async function requireSession({ location, preload }: Entering): Promise<void> {
  if (readSession() || preload) return;
  const isBroken = readUser() && localStorage.getItem('guilds') !== null;
  // Where that fails, the sign-in brings a list along.
  if (isBroken && (await reloadServers().catch(() => undefined)) === 'refreshed') return;
  await startSignIn(location.href);
}

/** As requireSession(), for a page that needs nothing else of what the browser keeps. */
export async function requireToken({ location, preload }: Entering): Promise<void> {
  if (readToken() || preload) return;
  await startSignIn(location.href);
}

export async function requireAdmin(entering: Entering): Promise<void> {
  await requireSession(entering);
  if (!readSession()?.user_data.admin) throw redirect({ to: '/' });
}

/** Members may read their own transcripts without any level; the API knows which those are. */
const OPEN_TO_MEMBERS = /^\/manage\/\d+\/(transcripts|logs)\/view\//;

/**
 * Asks for the level in the server of the address. Level 0 of a server that one knows goes back to the list, unless the
 * bot is no longer in it.
 */
export async function enterServer(
  entering: Entering & { params: { guildId: string } },
): Promise<{ level: number; bot_gone: boolean }> {
  await requireSession(entering);
  const { guildId } = entering.params;
  const known = readSession()?.guilds.some((guild) => guild.id === guildId) ?? false;
  if (!known) console.info(`Server ${guildId} is not in the stored list.`);
  const { permission_level: level, unknown_guild } = await placeIn(guildId).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'guild.invalid_id')
      throw redirect({ to: '/404', replace: true });
    throw error;
  });
  if (level === 0 && known && !entering.preload && !OPEN_TO_MEMBERS.test(entering.location.href)) {
    if (unknown_guild) return { level, bot_gone: true };
    toast.error(translate('common.no_access.server'));
    if (keepsReplyIn(guildId)) toast.warning(translate('common.no_access.kept'));
    throw redirect({ to: '/' });
  }
  return { level, bot_gone: false };
}

/** `beforeLoad` of a page that needs a level: what is above it loads nothing. */
export function needs(required: 1 | 2) {
  return ({ context }: { context: { level: number; bot_gone: boolean } }) => {
    if (context.bot_gone) throw notFound({ data: BOT_GONE });
    // Anyone who has no level gets this far only for a server that nobody knows.
    if (context.level === 0) throw notFound();
    if (context.level < required) throw notFound({ data: NO_ACCESS });
  };
}

/** `beforeLoad` of a ticket's pages: an address without a ticket's number leads nowhere. */
export function namesTicket({ params }: { params: { ticketId: string } }): void {
  if (ticketNumber(params.ticketId) === 0) throw notFound();
}

/** As needs(), for an integration's pages: an address without an integration's number leads nowhere. */
export function namesIntegration(required: 1 | 2) {
  return (entering: Parameters<ReturnType<typeof needs>>[0] & { params: { integrationId: string } }) => {
    needs(required)(entering);
    if (!/^[1-9]\d{0,9}$/.test(entering.params.integrationId)) throw notFound();
  };
}
