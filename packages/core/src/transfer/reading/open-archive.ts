import { archiveIn, isOurs, type LocalArchive, openArchive } from '../format/archive.ts';
import { archiveLimits as limits } from '../format/limits.ts';
import { ArchiveProblem } from '../format/problem.ts';
import { openZip, type Zip } from '../format/zip.ts';
import { convertSignedZip, isSignedZip, requireSignedZip } from '../signed-zip/convert.ts';
import { publicKeyOf } from '../signed-zip/signatures.ts';
import type { ArchiveFile, Opened } from './questions.ts';

const keyOf = ({ key }: ArchiveFile) => (key ? publicKeyOf(key) : undefined);

/** Refuses what is no archive, as far as that can be seen without reading what is in it. */
export async function lookAt(file: ArchiveFile): Promise<void> {
  await using zip = await openZip(file.path, limits);
  if (productOf(zip) === 'signed_zip') await requireSignedZip(zip, { key: keyOf(file) });
  else await archiveIn(zip, limits);
}

/** Opens an archive of whichever product. */
export async function openAny(file: ArchiveFile): Promise<{ archive: LocalArchive; opened: Opened }> {
  const product = await productAt(file.path);
  if (product === 'tickets') {
    const archive = await openArchive(file.path, limits);
    const about = { product, vouched_by: 'checksums', fills: false, notes: [], path: file.path } as const;
    return { archive, opened: openedOf(archive, { ...about, notes: [] }) };
  }
  const made = await convertSignedZip(file.path, file.folder, {
    limits,
    kept_free_bytes: file.kept_free_bytes,
    key: keyOf(file),
    now: new Date(file.now),
  });
  const archive = await openArchive(made.path, limits);
  return {
    archive,
    opened: openedOf(archive, {
      product,
      vouched_by: made.isSigned ? 'signature' : 'none',
      fills: made.holds === 'transcripts',
      notes: made.notes,
      path: made.path,
    }),
  };
}

const openedOf = (
  { manifest, folders }: LocalArchive,
  about: Omit<Opened, 'manifest' | 'folders'>,
): Opened => ({ manifest, folders: [...folders], ...about });

async function productAt(path: string): Promise<Opened['product']> {
  await using zip = await openZip(path, limits);
  return productOf(zip);
}

/** Of which product a zip is. What is of none is refused, in words that say what was looked for. */
function productOf(zip: Zip): Opened['product'] {
  if (isOurs(zip)) return 'tickets';
  if (isSignedZip(zip)) return 'signed_zip';
  if (zip.has('settings.json') && zip.has('tickets.jsonl'))
    throw new ArchiveProblem(
      'it looks like an export of another ticket bot (settings.json and tickets.jsonl), whose format is not known here',
    );
  throw new ArchiveProblem(
    'it holds no manifest.json, data.json or guild_id.txt, so it is no export that can be read',
  );
}
