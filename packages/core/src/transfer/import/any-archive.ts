import { type Archive, isOurs, openArchive } from '../format/archive.ts';
import type { ArchiveLimits } from '../format/limits.ts';
import { ArchiveProblem } from '../format/problem.ts';
import { openZip } from '../format/zip.ts';

export type AnyArchive = { kind: 'tickets'; archive: Archive } & AsyncDisposable;

/** Opens an archive of whichever product it is. What is of none is refused, in words that say what was looked for. */
export async function openAnyArchive(path: string, limits: ArchiveLimits): Promise<AnyArchive> {
  const zip = await openZip(path, limits);
  const { names } = zip;
  const ours = isOurs(zip);
  await zip[Symbol.asyncDispose]();
  if (ours) {
    const archive = await openArchive(path, limits);
    return { kind: 'tickets', archive, [Symbol.asyncDispose]: () => archive[Symbol.asyncDispose]() };
  }
  if (names.includes('settings.json') && names.includes('tickets.jsonl'))
    throw new ArchiveProblem(
      'it looks like an export of another ticket bot (settings.json and tickets.jsonl), whose format is not known here',
    );
  throw new ArchiveProblem('it holds no manifest.json, so it is no export that can be read');
}
