import { X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useClient } from '../client/client.ts';
import { runCommand } from '../client/interactions.ts';
import type { Channel, CommandOption } from '../simulator/types.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Problem } from '../ui/text-field.tsx';
import { type CommandWay, collect, type OptionEntries } from './command-uses.ts';
import styles from './composer.module.css';
import { OptionField } from './option-field.tsx';

interface CommandDraftProps {
  draft: CommandWay;
  channel: Channel;
  onDone: () => void;
}

/** A slash command that is being filled in, option by option. */
export function CommandDraft({ draft, channel, onDone }: CommandDraftProps) {
  const client = useClient();
  const [entries, setEntries] = useState<OptionEntries>({});
  const [shown, setShown] = useState<readonly string[]>(() =>
    draft.options.filter((option) => option.required).map(({ name }) => name),
  );
  const [problem, setProblem] = useState<string | null>(null);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const target = root.current?.querySelector('input') ?? root.current?.querySelector('button');
    target?.focus();
  }, []);

  const focusOn = (name: string) =>
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>(`[data-option="${name}"]`)?.focus());
  const add = ({ name }: CommandOption) => {
    if (!shown.includes(name)) setShown([...shown, name]);
    focusOn(name);
  };
  const submit = () => {
    const collected = collect(draft, entries);
    if (!collected.ready) {
      setProblem(collected.problem);
      add(collected.missing);
      return;
    }
    const use = { channel_id: channel.id, path: draft.path, options: collected.options };
    void runCommand(client, draft.command, use, draft.shown);
    onDone();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    if (event.key === 'Escape') onDone();
    else if (event.key === 'Enter') {
      event.preventDefault();
      submit();
    } else if (event.key === 'Backspace' && event.target instanceof HTMLInputElement) {
      const { value, dataset } = event.target;
      const option = draft.options.find(({ name }) => name === dataset.option);
      if (value === '' && option && !option.required)
        setShown(shown.filter((other) => other !== option.name));
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: it stands in a line of text
    <div
      className={styles.draft}
      ref={root}
      role="group"
      aria-label={`Command /${draft.shown}`}
      onKeyDown={onKeyDown}
    >
      <div className={styles.draftLine}>
        <Avatar src={draft.command.app.avatar_url} size={24} />
        <b className={styles.draftName}>/{draft.shown}</b>
        {shown
          .flatMap((name) => draft.options.find((option) => option.name === name) ?? [])
          .map((option) => (
            <OptionField
              key={option.name}
              option={option}
              draft={draft}
              channel={channel}
              entries={entries}
              onChange={(entry) => setEntries((before) => ({ ...before, [option.name]: entry }))}
            />
          ))}
        {draft.options
          .filter(({ name }) => !shown.includes(name))
          .map((option) => (
            <button
              type="button"
              className={styles.addOption}
              key={option.name}
              aria-label={`Add option ${option.name}`}
              onClick={() => add(option)}
            >
              + {option.name}
            </button>
          ))}
        <span className={styles.grow} />
        <Button look="primary" onClick={submit}>
          Send command
        </Button>
        <IconButton label="Cancel command" onClick={onDone}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      </div>
      {problem ? <Problem text={problem} /> : <p className={styles.hint}>{draft.description}</p>}
    </div>
  );
}
