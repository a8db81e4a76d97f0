import { cx } from '@tickets/discord-ui/class-names';
import { hexFromInt } from '@tickets/discord-ui/colour';
import { Check, Pencil } from 'lucide-react';
import { type CSSProperties, type FormEvent, useState } from 'react';
import { useClient } from '../client/client.ts';
import type { Server } from '../simulator/types.ts';
import { Button } from '../ui/button.tsx';
import { Problem, TextField } from '../ui/text-field.tsx';
import ui from '../ui/ui.module.css';
import { useSending } from '../ui/use-sending.ts';
import styles from './dialogs.module.css';

const NAME_MAX = 100;
/** What the field for a colour of one's own begins with. */
const GREY = 0x99aab5;
const colours = [
  [0, 'Default'],
  [0x1abc9c, 'Teal'],
  [0x2ecc71, 'Green'],
  [0x3498db, 'Blue'],
  [0x9b59b6, 'Purple'],
  [0xe91e63, 'Pink'],
  [0xf1c40f, 'Yellow'],
  [0xe67e22, 'Orange'],
  [0xe74c3c, 'Red'],
  [0x95a5a6, 'Grey'],
] as const;

export function CreateRole({ server }: { server: Server }) {
  const client = useClient();
  const [name, setName] = useState('');
  const [colour, setColour] = useState(0);
  const { isBusy, problem, send } = useSending();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const fields = { name: name.trim(), color: colour };
    if (!(await send(() => client.api.discord('POST', `/guilds/${server.id}/roles`, fields)))) return;
    setName('');
    setColour(0);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Problem text={problem} />
      <TextField
        label="Role Name"
        value={name}
        required
        maxLength={NAME_MAX}
        placeholder="new role"
        onValue={setName}
      />
      <ColourChoice colour={colour} onColour={setColour} />
      <footer>
        <Button look="primary" type="submit" isBusy={isBusy} disabled={name.trim() === ''}>
          Create Role
        </Button>
      </footer>
    </form>
  );
}

const swatch = (colour: string) => ({ '--swatch': colour }) as CSSProperties;

function ColourChoice({ colour, onColour }: { colour: number; onColour: (colour: number) => void }) {
  const isOwn = !colours.some(([value]) => value === colour);
  const Mark = isOwn ? Check : Pencil;
  return (
    <fieldset className={ui.field}>
      <legend className={ui.fieldLabel}>Role Colour</legend>
      <div className={styles.swatches}>
        {colours.map(([value, label]) => (
          <label
            key={value}
            className={styles.swatch}
            title={label}
            style={swatch(value ? hexFromInt(value) : 'var(--text-3)')}
          >
            <input
              type="radio"
              name="colour"
              aria-label={label}
              checked={colour === value}
              onChange={() => onColour(value)}
            />
            <Check size={16} aria-hidden="true" />
          </label>
        ))}
        <label
          className={cx(styles.swatch, styles.custom)}
          title="Custom colour"
          data-own={isOwn || undefined}
          style={swatch(isOwn ? hexFromInt(colour) : 'transparent')}
        >
          <input
            type="color"
            aria-label="Custom colour"
            value={hexFromInt(colour || GREY)}
            onChange={({ currentTarget }) => onColour(Number.parseInt(currentTarget.value.slice(1), 16))}
          />
          <Mark size={16} aria-hidden="true" />
        </label>
      </div>
    </fieldset>
  );
}
