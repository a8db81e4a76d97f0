import { useEffect, useState } from 'react';
import { useClient, useSelected } from '../client/client.ts';
import { focusComposer } from '../client/messages.ts';
import type { Channel, Command } from '../simulator/types.ts';
import { CommandDraft } from './command-draft.tsx';
import { type CommandWay, waysOf } from './command-uses.ts';
import styles from './composer.module.css';
import { WriteForm } from './write-form.tsx';

/** Where one writes: text, files, mentions, or a slash command. */
export function Composer({ channel }: { channel: Channel }) {
  const [draft, setDraft] = useState<CommandWay | null>(null);
  const commands = useCommands(channel);
  useWantedCommand(channel, setDraft);
  if (!channel.can_write)
    return (
      <p className={styles.blocked}>
        {channel.archived && channel.locked
          ? 'This thread is closed.'
          : 'You do not have permission to send messages in this channel.'}
      </p>
    );
  if (!draft) return <WriteForm channel={channel} commands={commands} onCommand={setDraft} />;
  const finish = () => {
    setDraft(null);
    requestAnimationFrame(focusComposer);
  };
  return (
    <div className={styles.composer}>
      <CommandDraft key={draft.shown} draft={draft} channel={channel} onDone={finish} />
    </div>
  );
}

function useCommands({ id, can_use_commands }: Channel): readonly Command[] {
  const client = useClient();
  const [commands, setCommands] = useState<readonly Command[]>([]);
  useEffect(() => {
    if (!can_use_commands) return undefined;
    let isWanted = true;
    void client
      .attempt(() => client.api.commands(id))
      .then((answer) => {
        if (isWanted && answer) setCommands(answer.commands);
      });
    return () => {
      isWanted = false;
    };
  }, [client, id, can_use_commands]);
  return commands;
}

/** Begins the command that was pressed in a text. */
function useWantedCommand({ id }: Channel, onFound: (way: CommandWay) => void): void {
  const client = useClient();
  const name = useSelected((state) => state.wantedCommand);
  useEffect(() => {
    if (name === null) return;
    client.set({ wantedCommand: null });
    void client
      .attempt(() => client.api.commands(id))
      .then((answer) => {
        const ways = answer?.commands.filter(({ type }) => type === 1).flatMap(waysOf);
        const found = ways?.find(({ shown }) => shown === name);
        if (found) onFound(found);
        else if (answer) client.notice(`You cannot use /${name} here.`);
      });
  }, [client, id, name, onFound]);
}
