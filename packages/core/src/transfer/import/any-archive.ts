import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '../../platform/context.ts';
import { type Archive, isOurs, openArchive } from '../format/archive.ts';
import type { ArchiveLimits } from '../format/limits.ts';
import { ArchiveProblem } from '../format/problem.ts';
import { openZip } from '../format/zip.ts';
import { type IdSpace, sourceOf } from '../setup/ids.ts';
import { convertSignedZip, isSignedZip } from '../signed-zip/convert.ts';
import { publicKeyOf } from '../signed-zip/signatures.ts';

/** An archive of whichever product, as one of ours. */
export interface AnyArchive extends AsyncDisposable {
  archive: Archive;
  product: 'tickets' | 'signed_zip';
  vouched_by: 'checksums' | 'signature' | 'none';
  /** What is said in tickets that were imported with other data, and is put into them. */
  fills: boolean;
  notes: string[];
}

/** Opens an archive of whichever product it is. What is of none is refused, in words that say what was looked for. */
export async function openAnyArchive(
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  path: string,
  limits: ArchiveLimits,
): Promise<AnyArchive> {
  const zip = await openZip(path, limits);
  const { names } = zip;
  const [ours, signed] = [isOurs(zip), isSignedZip(zip)];
  await zip[Symbol.asyncDispose]();
  if (ours) {
    const archive = await openArchive(path, limits);
    const dispose = () => archive[Symbol.asyncDispose]();
    return {
      archive,
      product: 'tickets',
      vouched_by: 'checksums',
      fills: false,
      notes: [],
      [Symbol.asyncDispose]: dispose,
    };
  }
  if (signed) {
    const folder = await mkdtemp(join(tmpdir(), 'tickets-convert-'));
    const remove = () => rm(folder, { recursive: true, force: true });
    try {
      const made = join(folder, 'archive.zip');
      const key = config.import_public_key ? publicKeyOf(config.import_public_key) : undefined;
      const { holds, isSigned, notes } = await convertSignedZip(path, made, {
        limits,
        key,
        now: clock.now(),
      });
      const archive = await openArchive(made, limits);
      return {
        archive,
        product: 'signed_zip',
        vouched_by: isSigned ? 'signature' : 'none',
        fills: holds === 'transcripts',
        notes,
        async [Symbol.asyncDispose]() {
          await archive[Symbol.asyncDispose]();
          await remove();
        },
      };
    } catch (error) {
      await remove();
      throw error;
    }
  }
  if (names.includes('settings.json') && names.includes('tickets.jsonl'))
    throw new ArchiveProblem(
      'it looks like an export of another ticket bot (settings.json and tickets.jsonl), whose format is not known here',
    );
  throw new ArchiveProblem(
    'it holds no manifest.json, data.json or guild_id.txt, so it is no export that can be read',
  );
}

export const spaceOf = (guild_id: string, { archive, product }: AnyArchive): IdSpace => ({
  guild_id,
  source: sourceOf(product, archive.manifest.server.guild_id),
});
