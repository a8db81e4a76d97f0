/** What a column holds of a person: their id, name or picture, words or files of theirs, or another person's words of them. */
export type Held = 'id' | 'name' | 'words' | 'file' | 'mention';

/**
 * What erasure does with it. `row`: the row goes. `null`, `replaced` (by the deleted user, or by the notice that something was
 * removed): the column does. `stays`: nothing, for the reason that is given.
 */
export type Fate = 'row' | 'null' | 'replaced' | 'stays';

export interface Holding {
  held: Held;
  erased: Fate;
  /** The file of the export in which its person finds it; null where the copy says it in another way, or not at all. */
  exported: ExportFile | null;
  /** Why it stays, or why it is in no file. */
  because?: string;
  /** The column needs no more than this of erasure, so it is done from here. Everything else is done by a step of its own. */
  plain?: true;
}

/** What one table holds of people. Every column stands in one of the two, which a test compares with the database. */
export interface TableEntry {
  /** Columns that hold nothing of a person, separated by blanks. */
  nothing: string;
  holds?: Readonly<Record<string, Holding>>;
}

/** The files of an export, and what each is. The README that lies beside them is made from this. */
export const exportFiles = {
  'account.json':
    'your name and picture as Discord told them, the servers in which you were met, and how data that a server imported calls you',
  'sessions.json': 'your sign-ins to the dashboard: since when and until when each is good',
  'staff.json':
    'where you are staff, in a team, on call, on a blacklist, or in a ticket that you were added to, and premium that was granted to you; of a ticket that is `imported`, an archive says that you were added',
  'tickets.json':
    'the tickets that you opened, with your answers to forms, your rating and why each was closed; of one that is `imported`, a server brought all of it from elsewhere, and nothing of it was recorded here',
  'quoted.json':
    'messages of yours from which others started a ticket, as it tells them; of one that is `imported`, an archive says that you wrote it',
  'conversations/':
    'one file for each ticket that you opened: what was said in it, as you may read it; of what is `imported`, an archive says who said it, and nobody here saw it',
  'messages.json':
    'everything that you wrote in tickets, in whatever server, with what it said before you edited it, also what you deleted; of what is `imported`, an archive that a server brought from elsewhere says that you wrote it, and nothing of it was recorded here',
  'handled.json':
    'the tickets of others that you claimed or closed, or asked to close, and the reasons that you gave; of one that is `imported`, an archive says so',
  'integrations.json': 'the integrations that you made, without what they send as headers',
  'whitelabel.json':
    'the bot of your own that runs here, without the key by which it signs in, and what went wrong with it',
  'transcripts.json': 'the transcripts that you read, and the links to transcripts that you made',
  'files/':
    'the files that you sent in tickets, as far as they were kept; of those that messages.json has in what is `imported`, an archive says that you sent them',
} as const;
export type ExportFile = keyof typeof exportFiles;
