import { Plus } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useClient } from '../client/client.ts';
import type { Server } from '../simulator/types.ts';
import { Button } from '../ui/button.tsx';
import { Problem, TextField } from '../ui/text-field.tsx';
import ui from '../ui/ui.module.css';
import { useObjectUrl } from '../ui/use-object-url.ts';
import { useSending } from '../ui/use-sending.ts';
import styles from './dialogs.module.css';

const MAX_BYTES = 256 * 1024;
const TYPES = 'image/png,image/gif,image/jpeg,image/webp';
const NAME = { min: 2, max: 32 };

export function AddEmoji({ server }: { server: Server }) {
  const client = useClient();
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState('');
  const { isBusy, problem, setProblem, send } = useSending();
  const input = useRef<HTMLInputElement>(null);
  const preview = useObjectUrl(file);
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    if (chosen.size > MAX_BYTES) {
      setProblem('This picture is too large: an emoji may be 256 KB at most.');
      return;
    }
    setProblem(null);
    setFile(chosen);
    // A name that a person wrote stays.
    if (name === '' || name === nameFrom(file?.name ?? '')) setName(nameFrom(chosen.name));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!file) return;
    const isAdded = await send(async () =>
      client.api.discord('POST', `/guilds/${server.id}/emojis`, { name, image: await dataAddress(file) }),
    );
    if (!isAdded) return;
    setFile(null);
    setName('');
    if (input.current) input.current.value = '';
    input.current?.focus();
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <p className={ui.hint}>
        A PNG or GIF of at most 256 KB. Names have 2 to 32 letters, digits and underscores.
      </p>
      <Problem text={problem} />
      <div className={styles.emojiForm}>
        <label className={styles.emojiFile} title="Choose a picture">
          <input
            ref={input}
            type="file"
            accept={TYPES}
            aria-label="Picture"
            onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
          />
          {preview ? (
            <img src={preview} alt="" width={48} height={48} />
          ) : (
            <Plus size={24} aria-hidden="true" />
          )}
        </label>
        <TextField
          label="Emoji Name"
          value={name}
          required
          minLength={NAME.min}
          maxLength={NAME.max}
          pattern="[A-Za-z0-9_]+"
          placeholder="party_ticket"
          onValue={setName}
        />
      </div>
      <footer>
        <Button look="primary" type="submit" isBusy={isBusy} disabled={!file || name.length < NAME.min}>
          Upload Emoji
        </Button>
      </footer>
    </form>
  );
}

/** A file's own name as an emoji may be called. */
function nameFrom(filename: string): string {
  return filename
    .replace(/\.\w+$/, '')
    .replace(/\W+/g, '_')
    .slice(0, NAME.max);
}

function dataAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('the file cannot be read'));
    reader.readAsDataURL(file);
  });
}
