import multipart, { type MultipartFile, type MultipartValue } from '@fastify/multipart';
import { PermissionLevel } from '@tickets/contract/access/levels';
import { AppError } from '@tickets/contract/platform/errors';
import { type FileLimits, megabytes, type UploadedFile } from '@tickets/contract/platform/uploads';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseJson } from './body.ts';
import { boundedParts } from './bounded-parts.ts';
import { takesItsTime } from './slow-bodies.ts';

export interface Upload {
  body: unknown;
  files: readonly UploadedFile[];
}

/** Whose files they are, and in which server. */
export interface Uploader {
  guild_id: string;
  user_id: string;
  is_staff: boolean;
}

/**
 * Files lie in memory until they are sent on, so those of all requests together have a limit, and whoever takes room leaves half
 * of what there was: a server's staff take at most half of what everybody else leaves, its own members too; its members
 * together a quarter of what other servers leave, and with its staff no more than half. A person takes at most a quarter of
 * everything.
 */
export interface UploadRoom {
  take(uploader: Uploader, bytes: number): void;
  give(uploader: Uploader, bytes: number): void;
}

const roomBytes = 96 * 1024 * 1024;
const bodyBytes = 64 * 1024;
/** For the body, and for what stands between the files. */
const besideBytes = 1024 * 1024;
const patienceMs = 5 * 60_000;

export function createUploadRoom(bytes_max = roomBytes): UploadRoom {
  let taken = 0;
  const takenBy = new Map<string, number>();
  const by = (key: string) => takenBy.get(key) ?? 0;
  const add = (uploader: Uploader, bytes: number) => {
    taken += bytes;
    for (const key of Object.values(keysOf(uploader))) {
      const now = by(key) + bytes;
      if (now > 0) takenBy.set(key, now);
      else takenBy.delete(key);
    }
  };
  return {
    take(uploader, bytes) {
      const { person, server, group } = keysOf(uploader);
      const leftBy = (key: string) => bytes_max - (taken - by(key));
      const isFull =
        by(person) + bytes > bytes_max / 4 ||
        (uploader.is_staff
          ? by(group) + bytes > leftBy(group) / 2
          : by(group) + bytes > leftBy(server) / 4 || by(server) + bytes > leftBy(server) / 2);
      if (isFull) throw new AppError('upload.busy');
      add(uploader, bytes);
    },
    give: (uploader, bytes) => add(uploader, -bytes),
  };
}

const keysOf = ({ guild_id, user_id, is_staff }: Uploader) => ({
  person: `person:${user_id}`,
  server: `server:${guild_id}`,
  group: `${is_staff ? 'staff' : 'members'}:${guild_id}`,
});

/** Lets the routes of a scope take files. */
export async function installUploads(scope: FastifyInstance, limits: FileLimits): Promise<void> {
  await scope.register(multipart);
  scope.addHook('onSend', async (request, reply) => {
    if (isUpload(request) && !request.raw.complete) leaveRest(request, reply, limits);
  });
}

export const isUpload = ({ headers }: FastifyRequest) =>
  /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');

/** Refuses what says of itself that it is too large, before any of it is read. */
export function requireFits(request: FastifyRequest, limits: FileLimits): void {
  if (Number(request.headers['content-length']) > limits.total_bytes + besideBytes) throw tooLarge(limits);
}

/**
 * Anyone who is refused in the middle of sending reads the answer when done; the rest goes to nobody. What has no end that
 * is known is not waited for.
 */
function leaveRest(request: FastifyRequest, reply: FastifyReply, limits: FileLimits): void {
  const { raw, headers } = request;
  const rest = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY);
  if (rest > limits.total_bytes + besideBytes) reply.header('connection', 'close');
  else raw.unpipe().resume();
}

/** Reads body and files, and keeps room for them while `use` runs. */
export async function withUpload<T>(
  request: FastifyRequest,
  { limits, room }: { limits: FileLimits; room: UploadRoom },
  use: (upload: Upload) => Promise<T>,
): Promise<T> {
  const { user_id = '', access } = request.admitted?.call?.caller ?? {};
  const uploader = {
    user_id,
    guild_id: access?.guild_id ?? '',
    is_staff: (access?.level ?? PermissionLevel.none) >= PermissionLevel.support,
  };
  let taken = 0;
  const take = (bytes: number) => {
    if (taken + bytes > limits.total_bytes) throw tooLarge(limits);
    room.take(uploader, bytes);
    taken += bytes;
  };
  try {
    return await use(await readUpload(request, limits, take));
  } finally {
    room.give(uploader, taken);
  }
}

async function readUpload(
  request: FastifyRequest,
  limits: FileLimits,
  take: (bytes: number) => void,
): Promise<Upload> {
  const files = new Map<number, UploadedFile>();
  let payload: string | undefined;
  takesItsTime(request);
  const tooSlow = setTimeout(() => request.raw.destroy(), patienceMs);
  try {
    for await (const part of boundedParts(request, parserLimits(limits))) {
      if (part.type === 'file') {
        const place = placeOf(part, files);
        files.set(place, await readFile(part, limits, take));
      } else {
        if (part.fieldname !== 'payload_json') throw unknownPart(part.fieldname);
        if (payload !== undefined) throw unreadable('there is more than one payload_json');
        payload = payloadOf(part);
      }
    }
  } catch (error) {
    throw toldOf(error, limits);
  } finally {
    clearTimeout(tooSlow);
  }
  if (payload === undefined) throw unreadable('the part payload_json is missing');
  const ordered = [...files].sort(([a], [b]) => a - b).map(([, file]) => file);
  return { body: parseJson(payload), files: ordered };
}

const parserLimits = ({ count, file_bytes }: FileLimits) => ({
  files: count,
  fileSize: file_bytes,
  fields: 2,
  fieldSize: bodyBytes,
  fieldNameSize: 100,
  headerPairs: 20,
  parts: count + 3,
});

function placeOf({ fieldname }: MultipartFile, files: ReadonlyMap<number, unknown>): number {
  const [, digits] = /^files\[(\d{1,2})\]$/.exec(fieldname) ?? [];
  if (digits === undefined) throw unknownPart(fieldname);
  if (files.has(Number(digits))) throw unreadable(`there is more than one files[${Number(digits)}]`);
  return Number(digits);
}

async function readFile(
  { file, filename, fieldname, mimetype }: MultipartFile,
  limits: FileLimits,
  take: (bytes: number) => void,
): Promise<UploadedFile> {
  const name = cleanFileName(filename);
  const params = { name, limit: megabytes(limits.file_bytes) };
  const refused = (code: 'upload.file_too_large' | 'upload.file_empty') => {
    const error = new AppError(code, { params });
    return new AppError(code, { params, fields: [{ path: fieldname, message: error.message }] });
  };
  // Without this the rest of it would be read, too.
  file.once('limit', () => file.destroy(refused('upload.file_too_large')));
  const chunks: Buffer[] = [];
  for await (const chunk of file) {
    take(chunk.length);
    chunks.push(chunk);
  }
  if (!chunks.length) throw refused('upload.file_empty');
  return { name, content_type: typeOf(mimetype), bytes: Buffer.concat(chunks) };
}

/** What a file is called, without folders and without characters that show it as something else. */
export function cleanFileName(name: string | undefined): string {
  const last = (name ?? '').toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const clean = last.replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '').trim();
  if (/^\.*$/.test(clean)) return 'file';
  if (clean.length <= nameMax) return clean;
  const ending = /\.\w{1,10}$/.exec(clean)?.[0] ?? '';
  return clean.slice(0, nameMax - ending.length).toWellFormed() + ending;
}

const nameMax = 200;

const typeOf = (mimetype: string) =>
  /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(mimetype) ? mimetype.toLowerCase() : 'application/octet-stream';

function payloadOf({ value, valueTruncated }: MultipartValue): string {
  if (valueTruncated) throw new AppError('request.too_large', { params: { limit: '64 KB' } });
  // A part that says that it is JSON was read as such already.
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const unreadable = (problem: string) => new AppError('upload.invalid', { params: { problem } });

const unknownPart = (name: string) =>
  unreadable(`a part is called ${JSON.stringify(name)}, which is neither payload_json nor files[n]`);

const tooLarge = ({ total_bytes }: FileLimits) =>
  new AppError('request.too_large', { params: { limit: megabytes(total_bytes) } });

/** What goes wrong in the parser lies in what was sent. */
function toldOf(error: unknown, { count }: FileLimits): AppError {
  if (error instanceof AppError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'FST_FILES_LIMIT')
    return new AppError('upload.too_many_files', { params: { count }, cause: error });
  return notWhole(error);
}

/** Says so of what the parser could not read. */
export const notWhole = (cause: unknown) =>
  new AppError('upload.invalid', {
    params: { problem: 'they did not arrive whole, or not as multipart/form-data' },
    cause,
  });
