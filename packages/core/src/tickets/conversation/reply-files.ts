import type { RawFile } from '@discordjs/rest';
import type { UploadedFile } from '@tickets/contract/platform/uploads';

/** Files as Discord's client takes them. */
export function sendable(files: readonly UploadedFile[]): RawFile[] {
  return files.map(({ name, content_type, bytes }) => ({ name, contentType: content_type, data: bytes }));
}

/** Names that Discord leaves as they are; of others it replaces or drops characters. */
const untouched = /^[A-Za-z0-9][\w-]*(\.[A-Za-z0-9]+)*$/;

/** Whether a message carries these files and no others. */
export function hasThose(
  { attachments }: { attachments: readonly { filename: string; size: number }[] },
  files: readonly UploadedFile[] = [],
): boolean {
  return (
    attachments.length === files.length &&
    files.every(({ name, bytes }, index) => {
      const shown = attachments[index];
      return shown?.size === bytes.length && (shown.filename === name || !untouched.test(name));
    })
  );
}
