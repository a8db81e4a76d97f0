/** What speaks against an archive, in words for whoever sent it: it names the file in it and the reason. */
export class ArchiveProblem extends Error {
  override readonly name = 'ArchiveProblem';
}
