import { randomUUID } from 'node:crypto';
import { AppError } from '@tickets/contract/platform/errors';
import type { CallbackAnswer, GuildEntry } from '@tickets/contract/sessions/session';
import { sql } from 'kysely';
import type { ToldServer } from '../access/administered.ts';
import { batched } from '../platform/async/batched.ts';
import { rememberedByKey } from '../platform/async/remembered.ts';
import type { Context } from '../platform/context.ts';
import { transact } from '../platform/events/events.ts';
import { inTurn } from '../platform/locks/ticket-lock.ts';
import { warnUnlessOutage } from '../platform/outages.ts';
import { choosesServers } from '../premium/subscriptions.ts';
import { saveUsers } from '../servers/users.ts';
import { startCooldown } from './cooldowns.ts';
import { guildList } from './guild-list.ts';
import { type OAuthTokens, oauthOf, refused } from './oauth.ts';
import { createTokens, sessionLifetimeMs } from './tokens.ts';

export interface Session {
  session_id: string;
  user_id: string;
}

export type SignInResult = Omit<CallbackAnswer, 'success'>;

export type ReloadResult =
  | { success: true; guilds: GuildEntry[] }
  | { success: false; reauthenticate_required: true };

export interface Sessions {
  /** Ends sign-in: exchanges Discord's code, with the verifier of its challenge, for a session of ours. */
  signIn(grant: { code?: string | undefined; code_verifier?: string | undefined }): Promise<SignInResult>;
  /** Refuses a token that is not ours, has run out, or was revoked. */
  verify(token: string): Promise<Session>;
  /** Ends the session and forgets Discord's tokens. */
  signOut(session: Session): Promise<void>;
  /** Asks Discord again for the person's servers. */
  reloadGuilds(session: Session): Promise<ReloadResult>;
  /** The servers that the person is in, as Discord said within the last ten seconds; none if it no longer accepts the session's key. */
  toldServers(session: Session): Promise<readonly ToldServer[]>;
  close(): void;
}

/** A session that was looked up is believed for this long; one that is revoked is forgotten at once. */
const believedMs = 10_000;
const believedMax = 10_000;
const reloadSeconds = 10;
/** Discord's token is renewed when it has less than this left. */
const renewBeforeMs = 5 * 60_000;

export function createSessions(ctx: Context): Sessions {
  const tokens = createTokens(ctx);
  const oauth = oauthOf(ctx);
  const believed = new Map<string, { user_id: string; until: number }>();
  // An answer that was read before a revocation must not be kept after it.
  let revocations = 0;
  const unsubscribe = ctx.events.subscribe((event) => {
    if (event.type !== 'session.revoked') return;
    revocations += 1;
    believed.delete(event.session_id);
  });

  const isStored = batched<Session, boolean>(
    (asked) => areStored(ctx, asked),
    ({ session_id, user_id }) => `${session_id}/${user_id}`,
  );

  async function isLive({ session_id, user_id }: Session): Promise<boolean> {
    const now = ctx.clock.elapsed();
    const known = believed.get(session_id);
    if (known && known.until > now) return known.user_id === user_id;
    const before = revocations;
    if (!(await isStored({ session_id, user_id }))) return false;
    if (before === revocations) {
      if (believed.size >= believedMax) believed.clear();
      believed.set(session_id, { user_id, until: now + believedMs });
    }
    return true;
  }

  const toldBefore = rememberedByKey<readonly ToldServer[]>(reloadSeconds * 1_000, believedMax);

  const toldGuilds = async ({ access_token, scopes }: OAuthTokens) =>
    scopes.includes('guilds') ? oauth.guilds(access_token) : [];

  async function guildsOf(user_id: string, granted: OAuthTokens): Promise<GuildEntry[] | typeof refused> {
    const guilds = await toldGuilds(granted);
    return guilds === refused ? refused : guildList(ctx, user_id, guilds);
  }

  return {
    async signIn({ code, code_verifier }) {
      if (!code) throw new AppError('oauth.code_missing');
      const granted = await oauth.exchange(code, code_verifier);
      if (granted === refused) throw new AppError('oauth.code_invalid');
      if (!granted.scopes.includes('identify')) throw new AppError('oauth.scope_missing');
      const user = await oauth.user(granted.access_token);
      if (user === refused) throw new AppError('oauth.code_invalid');
      const guilds = await guildsOf(user.id, granted);
      if (guilds === refused) throw new AppError('oauth.code_invalid');
      await saveUsers(ctx.db, [
        { ...user, global_name: user.global_name ?? null, avatar: user.avatar ?? null },
      ]);
      const session = await createSession(ctx, user.id, granted);
      return {
        token: tokens.sign(session),
        user_data: {
          id: user.id,
          username: user.username,
          avatar: user.avatar ?? '',
          admin: ctx.config.admins.has(user.id),
        },
        guilds,
        ...((await choosesServers(ctx, user.id)) && { chooses_servers: true as const }),
      };
    },

    async verify(token) {
      const claims = tokens.read(token);
      if (!claims) throw new AppError('session.invalid');
      const session = { session_id: claims.sid, user_id: claims.sub };
      if (!(await isLive(session))) throw new AppError('session.invalid');
      return session;
    },

    async signOut({ session_id, user_id }) {
      const row = await revoke(ctx, session_id);
      if (!row) return;
      ctx.events.publish({ type: 'session.revoked', session_id, user_id });
      const token = row.is_last && opened(ctx, row.refresh_token, session_id);
      if (token)
        await oauth.revoke(token).catch((error: unknown) => {
          warnUnlessOutage(ctx.log, error, 'Discord did not take back the tokens of a session that ended', {
            user_id,
          });
        });
    },

    async reloadGuilds({ session_id, user_id }) {
      const seconds = await startCooldown(ctx, {
        subject_id: user_id,
        name: 'guilds.reload',
        seconds: reloadSeconds,
      });
      if (seconds) throw new AppError('guild.reload_cooldown', { params: { seconds } });
      const granted = await renewed(ctx, session_id, oauth.refresh);
      const guilds = granted === refused ? refused : await guildsOf(user_id, granted);
      if (guilds === refused) await forgetKeys(ctx, session_id);
      if (guilds === refused) return { success: false, reauthenticate_required: true };
      return { success: true, guilds };
    },

    toldServers: ({ session_id }) =>
      toldBefore(session_id, async () => {
        const granted = await renewed(ctx, session_id, oauth.refresh);
        const guilds = granted === refused ? refused : await toldGuilds(granted);
        if (guilds === refused) await forgetKeys(ctx, session_id);
        return guilds === refused ? [] : guilds;
      }),

    close() {
      unsubscribe();
      believed.clear();
    },
  };
}

export async function createSession(
  ctx: Pick<Context, 'db' | 'clock' | 'sealer'>,
  user_id: string,
  granted: OAuthTokens,
): Promise<{ session_id: string; user_id: string; created_at: Date; expires_at: Date }> {
  const session_id = randomUUID();
  const created_at = ctx.clock.now();
  const expires_at = new Date(created_at.getTime() + sessionLifetimeMs);
  await ctx.db
    .insertInto('sessions')
    .values({
      session_id,
      user_id,
      created_at,
      expires_at,
      scopes: granted.scopes.join(' '),
      ...sealedTokens(ctx, session_id, granted),
    })
    .execute();
  return { session_id, user_id, created_at, expires_at };
}

/** Ends every sign-in of somebody and forgets them. Discord is asked to take back its keys, and waited for in vain at most. */
export async function forgetSessions(ctx: Context, user_id: string): Promise<number> {
  const ended = await transact(ctx, async (tx, emit) => {
    const rows = await tx
      .deleteFrom('sessions')
      .where('user_id', '=', user_id)
      .returning(['session_id', 'refresh_token'])
      .execute();
    for (const { session_id } of rows) emit({ type: 'session.revoked', session_id, user_id });
    return rows;
  });
  // Discord takes back all keys of a person at once.
  const last = ended.find(({ refresh_token }) => refresh_token !== null);
  const token = last && opened(ctx, last.refresh_token, last.session_id);
  if (token)
    await oauthOf(ctx)
      .revoke(token)
      .catch((err: unknown) =>
        warnUnlessOutage(ctx.log, err, 'Discord did not take back the keys of ended sessions'),
      );
  return ended.length;
}

/** Removes sessions that nobody can use any more. Returns how many. */
export async function purgeSessions(ctx: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<', ctx.clock.now()), eb('revoked_at', 'is not', null)]))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Which of these sessions are still good. */
async function areStored(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  asked: readonly Session[],
): Promise<boolean[]> {
  const rows = await db
    .selectFrom('sessions')
    .where('session_id', '=', sql<string>`any(${asked.map(({ session_id }) => session_id)}::uuid[])`)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .select(['session_id', 'user_id'])
    .execute();
  const users = new Map(rows.map(({ session_id, user_id }) => [session_id, user_id]));
  return asked.map(({ session_id, user_id }) => users.get(session_id) === user_id);
}

export function sealContext(session_id: string): string {
  return `session:${session_id}`;
}

function sealedTokens(ctx: Pick<Context, 'sealer'>, session_id: string, granted: OAuthTokens) {
  return {
    access_token: ctx.sealer.seal(granted.access_token, sealContext(session_id)),
    refresh_token: ctx.sealer.seal(granted.refresh_token, sealContext(session_id)),
    access_expires_at: granted.expires_at,
  };
}

/**
 * Revokes the row. `is_last`: the person has no other session. Discord takes back all tokens of a person at once, so
 * that may only be asked for with the last one.
 */
async function revoke(
  ctx: Context,
  session_id: string,
): Promise<{ refresh_token: Buffer | null; is_last: boolean } | undefined> {
  const now = ctx.clock.now();
  const { rows } = await sql<{ refresh_token: Buffer | null; is_last: boolean }>`
    with old as (
      select session_id, user_id, refresh_token from sessions
      where session_id = ${session_id} and revoked_at is null for update
    )
    update sessions s set revoked_at = ${now}, access_token = null, refresh_token = null
    from old where s.session_id = old.session_id
    returning old.refresh_token, not exists (
      select from sessions o where o.user_id = old.user_id and o.session_id <> old.session_id
        and o.revoked_at is null and o.expires_at > ${now}) as is_last`.execute(ctx.db);
  return rows[0];
}

/** A token of Discord's. Undefined without one, or where the key that sealed it is gone: then only a new sign-in helps. */
function opened(
  { sealer, log }: Pick<Context, 'sealer' | 'log'>,
  sealed: Buffer | null,
  session_id: string,
): string | undefined {
  if (!sealed) return undefined;
  const token = sealer.openIfKnown(sealed, sealContext(session_id));
  if (token === undefined) log.warn({ session_id }, 'the tokens of a session cannot be opened');
  return token;
}

/** Forgets the keys of a session that Discord no longer accepts, so that it is not asked with them again: the person may have withdrawn consent. */
async function forgetKeys(ctx: Context, session_id: string): Promise<void> {
  await ctx.db
    .updateTable('sessions')
    .set({ access_token: null, refresh_token: null })
    .where('session_id', '=', session_id)
    .execute();
}

type Refresh = (token: string) => Promise<OAuthTokens | typeof refused>;

/**
 * Discord's tokens of a session, renewed when they are near their end. Two reloads renew once. No connection waits for Discord's answer:
 * the database would end it, and a new token would be lost.
 */
const renewed = (ctx: Context, session_id: string, refresh: Refresh) =>
  inTurn(ctx.db, `session.tokens:${session_id}`, () => renewedNow(ctx, session_id, refresh));

async function renewedNow(
  ctx: Context,
  session_id: string,
  refresh: Refresh,
): Promise<OAuthTokens | typeof refused> {
  const row = await ctx.db
    .selectFrom('sessions')
    .where('session_id', '=', session_id)
    .where('revoked_at', 'is', null)
    .select(['access_token', 'refresh_token', 'access_expires_at', 'scopes'])
    .executeTakeFirst();
  const access_token = row && opened(ctx, row.access_token, session_id);
  const refresh_token = row && opened(ctx, row.refresh_token, session_id);
  if (!access_token || !refresh_token) return refused;
  const held: OAuthTokens = {
    access_token,
    refresh_token,
    expires_at: row.access_expires_at,
    scopes: row.scopes.split(' '),
  };
  if (held.expires_at.getTime() - ctx.clock.now().getTime() > renewBeforeMs) return held;
  const fresh = await refresh(held.refresh_token);
  if (fresh === refused) return refused;
  await ctx.db
    .updateTable('sessions')
    .set({ ...sealedTokens(ctx, session_id, fresh), scopes: fresh.scopes.join(' ') })
    .where('session_id', '=', session_id)
    .where('revoked_at', 'is', null)
    .execute();
  return fresh;
}
