import { open, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { AppError } from '@tickets/contract/platform/errors';
import type { FastifyRequest } from 'fastify';

/**
 * Why a file is refused. For want of descriptors the plugin says of one that is there that its address is wrong; to look for it
 * takes no descriptor.
 */
export async function trueRefusal(
  refusal: Error,
  { request, web_dir }: { request: FastifyRequest; web_dir: string },
): Promise<unknown> {
  const path = request.url.split('?')[0] ?? '';
  if (path !== posix.normalize(path)) return refusal;
  const asked = join(web_dir, path);
  const isThere = (await stat(asked).catch(() => undefined))?.isFile();
  const file = isThere ? asked : join(web_dir, 'index.html');
  try {
    await (await open(file)).close();
  } catch (error) {
    return error;
  }
  return isThere ? new AppError('service.overloaded', { cause: refusal }) : refusal;
}
