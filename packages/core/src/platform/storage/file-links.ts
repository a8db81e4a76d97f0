import { createHmac, timingSafeEqual } from 'node:crypto';

/** Who makes links, and until when by which clock. */
interface Signer {
  config: { api_url: string; token_secret: string };
  clock: { now(): Date };
}

/** A stored attachment. */
export interface FileRef {
  guild_id: string;
  ticket_id: number;
  message_id: string;
  attachment_id: string;
}

const stepMs = 3_600_000;

/** For how long a link to a file is good, for whoever has it: a day for a page that stays open, less for what is shared. */
export const fileLinkMs = { usual: 24 * stepMs, shared: stepMs } as const;

/**
 * A link to our copy of an attachment, good for some time for anyone who has it. Within an hour it is the same link, so that
 * a browser that shows a ticket again has the file already.
 */
export function signFileUrl(ctx: Signer, file: FileRef, lifetime_ms: number = fileLinkMs.usual): string {
  const expires = Math.ceil((ctx.clock.now().getTime() + lifetime_ms) / stepMs) * stepMs;
  const claim = [file.guild_id, file.ticket_id, file.message_id, file.attachment_id, expires].join('.');
  return `${ctx.config.api_url}/files/${sign(ctx, claim, 'file')}`;
}

/** What a link names; undefined when it is not ours or its time is over. */
export function readFileToken(ctx: Signer, token: string): FileRef | undefined {
  const claim = readSigned(ctx, token, 'file');
  const [guild_id, ticket_id, message_id, attachment_id, expires] = claim?.split('.') ?? [];
  if (!guild_id || !message_id || !attachment_id || Number(expires) < ctx.clock.now().getTime())
    return undefined;
  return { guild_id, ticket_id: Number(ticket_id), message_id, attachment_id };
}

const exportMs = 60_000;

/** A link to a copy of somebody's data: good for a minute, because anyone who has it may follow it. */
export function signExportUrl(ctx: Signer, request_id: string): string {
  const claim = `${request_id}.${ctx.clock.now().getTime() + exportMs}`;
  return `${ctx.config.api_url}/exports/${sign(ctx, claim, 'export')}`;
}

/** The request that such a link names; undefined when it is not ours or its time is over. */
export function readExportToken(ctx: Signer, token: string): string | undefined {
  const claim = readSigned(ctx, token, 'export');
  const [request_id, expires] = claim?.split('.') ?? [];
  return Number(expires) < ctx.clock.now().getTime() ? undefined : request_id;
}

/** A link to a download of transcripts: good for a minute, because anyone who has it may follow it. */
export function signDownloadUrl(ctx: Signer, download_id: string): string {
  const claim = `${download_id}.${ctx.clock.now().getTime() + exportMs}`;
  return `${ctx.config.api_url}/exports/transcripts/${sign(ctx, claim, 'transcripts')}`;
}

/** The download that such a link names; undefined when it is not ours or its time is over. */
export function readDownloadToken(ctx: Signer, token: string): string | undefined {
  const claim = readSigned(ctx, token, 'transcripts');
  const [download_id, expires] = claim?.split('.') ?? [];
  return Number(expires) < ctx.clock.now().getTime() ? undefined : download_id;
}

/** A link to the export of a server: good for a minute, because anyone who has it may follow it. */
export function signServerExportUrl(ctx: Signer, export_id: string): string {
  const claim = `${export_id}.${ctx.clock.now().getTime() + exportMs}`;
  return `${ctx.config.api_url}/exports/servers/${sign(ctx, claim, 'server')}`;
}

/** The export that such a link names; undefined when it is not ours or its time is over. */
export function readServerExportToken(ctx: Signer, token: string): string | undefined {
  const claim = readSigned(ctx, token, 'server');
  const [export_id, expires] = claim?.split('.') ?? [];
  return Number(expires) < ctx.clock.now().getTime() ? undefined : export_id;
}

/** What a signed link leads to. */
type Signed = 'file' | 'export' | 'transcripts' | 'server' | 'upload' | 'image';

/** A token that says something, and that nobody but us can make. It is good for one kind of thing alone. */
export function sign(ctx: Pick<Signer, 'config'>, claim: string, what: Signed): string {
  return `${Buffer.from(claim).toString('base64url')}.${mac(ctx, claim, what).toString('base64url')}`;
}

/** What such a token says; undefined when it is not ours. Whether its time is over is for its reader to say. */
export function readSigned(ctx: Pick<Signer, 'config'>, token: string, what: Signed): string | undefined {
  const [body = '', signature = ''] = token.split('.');
  const claim = Buffer.from(body, 'base64url').toString();
  const expected = mac(ctx, claim, what);
  const given = Buffer.from(signature, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected) ? claim : undefined;
}

function mac(ctx: Pick<Signer, 'config'>, claim: string, what: Signed): Buffer {
  return createHmac('sha256', ctx.config.token_secret).update(`${what}:${claim}`).digest();
}
