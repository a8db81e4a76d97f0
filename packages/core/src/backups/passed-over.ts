import type { KeptBackup } from './kept.ts';
import type { BackupPlace } from './place.ts';

export interface PassedOver {
  /** Which folders, and that they are passed over. */
  text: string;
  /** What to do about it, if anything. */
  fix?: string;
}

const NAMED = 3;

/**
 * What an operator is told of backups that this account may not read: first of those that may be of `database`, then of others.
 * Where it is not known, none is taken for its own.
 */
export function passedOver(
  place: BackupPlace,
  unreadable: readonly KeptBackup[],
  database: string | undefined,
): PassedOver[] {
  // Backups of older programs do not say of which database they are.
  const isOurs = (backup: KeptBackup) => database !== undefined && (backup.database ?? database) === database;
  const namesOf = (are: boolean) =>
    unreadable.filter((backup) => isOurs(backup) === are).map(({ folder }) => place.nameOf(folder));
  const [ours, others] = [namesOf(true), namesOf(false)];
  const [them, are] = ours.length === 1 ? ['it', 'it is'] : ['them', 'they are'];
  const account = process.geteuid?.() ?? '<account>';
  return [
    ...(ours.length
      ? [
          {
            text:
              `This account may not read ${shown(ours)}, and passes ${them} over: ${are} neither used nor removed. ` +
              `By ${ours.length === 1 ? 'its name it' : 'their names they'} may be of this database.`,
            fix: `If this installation made ${them}, as a command given as root does, run: chown -R ${account} ${ours.join(' ')}`,
          },
        ]
      : []),
    ...(others.length
      ? [
          {
            text: `This account may not read ${shown(others)}, and passes ${others.length === 1 ? 'it' : 'them'} over.`,
          },
        ]
      : []),
  ];
}

export const passedOverInWords = (...given: Parameters<typeof passedOver>): string[] =>
  passedOver(...given).map(({ text, fix }) => (fix ? `${text} ${fix}` : text));

function shown(names: readonly string[]): string {
  const more = names.length - NAMED;
  return `${names.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
