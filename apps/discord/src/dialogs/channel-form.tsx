import { Hash, Volume2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { CATEGORY, isCategory } from '../client/channel-order.ts';
import { useClient, useSelected } from '../client/client.ts';
import { goTo } from '../client/navigation.ts';
import { openServer } from '../client/state.ts';
import type { Channel } from '../simulator/types.ts';
import { Button } from '../ui/button.tsx';
import { Problem, TextField } from '../ui/text-field.tsx';
import ui from '../ui/ui.module.css';
import { useSending } from '../ui/use-sending.ts';
import { hasTextName } from './delete-channel.tsx';
import { Dialog } from './dialog.tsx';
import styles from './dialogs.module.css';

const TEXT = 0;
const VOICE = 2;
const NAME_MAX = 100;
const types = [
  { type: TEXT, Icon: Hash, label: 'Text', about: 'Messages, pictures and files' },
  { type: VOICE, Icon: Volume2, label: 'Voice', about: 'A place to talk' },
];

/** Text channels are written as Discord stores them while one types. */
const nameWritten = (text: string, type: number) =>
  hasTextName(type) ? text.toLowerCase().replace(/\s+/g, '-') : text;

interface ChannelFormProps {
  /** One that is there, to be changed. */
  channel?: Channel;
  type?: number;
  parentId?: string | null;
}

/** A new channel or category, or another name and place for one that is there. */
export function ChannelForm({ channel, type: wanted, parentId }: ChannelFormProps) {
  const client = useClient();
  const server = useSelected(openServer);
  const [type, setType] = useState(channel?.type ?? wanted ?? TEXT);
  const [name, setName] = useState(channel?.name ?? '');
  const [parent, setParent] = useState(channel?.parent_id ?? parentId ?? '');
  const { isBusy, problem, send } = useSending();
  const isOfCategory = type === CATEGORY;
  const kind = isOfCategory ? 'Category' : 'Channel';
  const categories = server?.channels.filter(isCategory) ?? [];

  const save = async (): Promise<{ id: string; type: number } | undefined> => {
    const fields = { name, ...(isOfCategory ? {} : { parent_id: parent || null }) };
    if (!channel) return client.api.discord('POST', `/guilds/${server?.id}/channels`, { ...fields, type });
    await client.api.discord('PATCH', `/channels/${channel.id}`, fields);
    return undefined;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    let made: { id: string; type: number } | undefined;
    const isSaved = await send(async () => {
      made = await save();
    });
    if (!isSaved) return;
    client.closeDialog();
    if (made?.type === TEXT) void goTo(client, made.id, { push: true });
  };
  return (
    <Dialog title={`${channel ? 'Edit' : 'Create'} ${kind}`} onClose={client.closeDialog}>
      <form onSubmit={(event) => void submit(event)}>
        <Problem text={problem} />
        <TextField
          label={`${kind} Name`}
          value={name}
          required
          maxLength={NAME_MAX}
          placeholder={isOfCategory ? 'New Category' : 'new-channel'}
          onValue={(text) => setName(nameWritten(text, type))}
        />
        {channel || isOfCategory ? null : (
          <TypeChoice
            type={type}
            onType={(chosen) => {
              setType(chosen);
              setName(nameWritten(name, chosen));
            }}
          />
        )}
        {isOfCategory || categories.length === 0 ? null : (
          <label className={ui.field}>
            <span className={ui.fieldLabel}>Category</span>
            <select value={parent} onChange={({ currentTarget }) => setParent(currentTarget.value)}>
              <option value="">No Category</option>
              {categories.map((category) => (
                <option key={category.id} value={category.id}>
                  {category.name}
                </option>
              ))}
            </select>
          </label>
        )}
        <footer>
          <Button look="plain" onClick={client.closeDialog}>
            Cancel
          </Button>
          <Button look="primary" type="submit" isBusy={isBusy} disabled={name.trim() === ''}>
            {channel ? 'Save Changes' : `Create ${kind}`}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

function TypeChoice({ type, onType }: { type: number; onType: (type: number) => void }) {
  return (
    <fieldset className={ui.field}>
      <legend className={ui.fieldLabel}>Channel Type</legend>
      {types.map(({ type: one, Icon, label, about }) => (
        <label key={one} className={styles.typeCard}>
          <Icon size={22} aria-hidden="true" />
          <span>
            <b>{label}</b>
            <small>{about}</small>
          </span>
          <input type="radio" name="type" checked={type === one} onChange={() => onType(one)} />
        </label>
      ))}
    </fieldset>
  );
}
