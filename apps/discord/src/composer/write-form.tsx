import { cx } from '@tickets/discord-ui/class-names';
import { Choices } from '@tickets/discord-ui/live/choices.tsx';
import { useChoices } from '@tickets/discord-ui/live/use-choices';
import { ArrowUp, Plus, Smile, X } from 'lucide-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useClient, useSelected } from '../client/client.ts';
import { COMPOSER_ID, startEdit } from '../client/messages.ts';
import { serverIn } from '../client/state.ts';
import { Refused, wordsOf } from '../simulator/refused.ts';
import type { Channel, Command } from '../simulator/types.ts';
import { IconButton } from '../ui/icon-button.tsx';
import type { CommandWay } from './command-uses.ts';
import styles from './composer.module.css';
import { PendingFiles } from './pending-files.tsx';
import { type CommandChoice, type MentionChoice, suggest, writtenEmoji } from './suggest.ts';

const TYPING_EVERY_MS = 8_000;
const MAX_FILES = 10;
const MAX_LENGTH = 2000;
const COUNTED_FROM = 1800;
const MAX_HEIGHT_PX = 240;

/** Does it again whenever Discord says that it came too early, as Discord's own client does. */
async function inTime<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refused) || error.retry_after === undefined) throw error;
      const wait_ms = 1000 * error.retry_after;
      await new Promise((resolve) => setTimeout(resolve, wait_ms));
    }
  }
}

interface WriteFormProps {
  channel: Channel;
  commands: readonly Command[];
  onCommand: (way: CommandWay) => void;
}

export function WriteForm({ channel, commands, onCommand }: WriteFormProps) {
  const client = useClient();
  const server = useSelected((state) => serverIn(state, channel.guild_id));
  const replyTo = useSelected((state) => state.replyTo);
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly File[]>([]);
  const [caret, setCaret] = useState(0);
  const [isClosed, setClosed] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  /** What is sent for what was picked, by what stands in the field. */
  const picks = useRef(new Map<string, string>());
  const typedAt = useRef(0);
  /** Lines are sent one after the other. */
  const lastLine = useRef<Promise<unknown>>(Promise.resolve());
  const listId = useId();
  useGrowing(input, text);
  useTypeToWrite(input);

  const suggestion = isClosed ? null : suggest({ text, caret, commands, server });
  const items: readonly (CommandChoice | MentionChoice)[] = suggestion?.items ?? [];
  const pick = (item: CommandChoice | MentionChoice) => {
    if ('way' in item) return onCommand(item.way);
    if (suggestion?.kind !== 'mention') return;
    const insert = `${item.insert} `;
    const at = suggestion.start + insert.length;
    picks.current.set(item.insert, item.sends);
    // At once, so that what is typed next stands behind it.
    flushSync(() => {
      setText(text.slice(0, suggestion.start) + insert + text.slice(caret));
      setCaret(at);
    });
    input.current?.setSelectionRange(at, at);
  };
  const { onKeyDown: onChoiceKey, ...choices } = useChoices(items, pick);

  const addFiles = (list: Iterable<File>) => {
    if (!channel.can_attach) return client.notice('You do not have permission to attach files here.');
    const all = [...files, ...list];
    if (all.length > MAX_FILES) client.notice(`A message takes ${MAX_FILES} files at most.`);
    setFiles(all.slice(0, MAX_FILES));
    input.current?.focus();
  };
  const send = async () => {
    const content = withPicks(text.trim(), picks.current);
    if (content === '' && files.length === 0) return;
    const body = { content, ...(replyTo ? { message_reference: { message_id: replyTo.id } } : {}) };
    setText('');
    setFiles([]);
    const picked = picks.current;
    picks.current = new Map();
    client.set({ replyTo: null });
    typedAt.current = 0;
    const line = lastLine.current.then(() => inTime(() => client.api.write(channel.id, body, files)));
    // Whoever wrote it is told below; the next line goes all the same.
    lastLine.current = line.catch(() => undefined);
    try {
      await line;
    } catch (error) {
      // What could not be sent comes back, unless something new was begun meanwhile.
      picks.current = new Map([...picked, ...picks.current]);
      setText((now) => now || text);
      setFiles((now) => (now.length ? now : files));
      client.notice(wordsOf(error));
    }
  };
  const change = (value: string, at: number) => {
    setText(value);
    setCaret(at);
    setClosed(false);
    choices.setActive(0);
    if (!value || value.startsWith('/') || Date.now() - typedAt.current <= TYPING_EVERY_MS) return;
    typedAt.current = Date.now();
    void client.attempt(() => client.api.discord('POST', `/channels/${channel.id}/typing`));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (suggestion && event.key === 'Escape') return setClosed(true);
    if (items.length > 0 && onChoiceKey(event)) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      void send();
    } else if (event.key === 'Escape') client.set({ replyTo: null });
    else if (event.key === 'ArrowUp' && text === '') {
      const own = client.log(channel.id).messages.findLast((message) => message.can_edit);
      if (!own) return;
      event.preventDefault();
      startEdit(client, own);
    }
  };
  const openEmoji = ({ currentTarget }: MouseEvent) => {
    const { right, top } = currentTarget.getBoundingClientRect();
    client.openMenu({
      kind: 'emoji',
      x: right - 330,
      y: top - 8,
      above: true,
      onPick({ id, name, animated = false }) {
        const insert = id ? `:${name}:` : name;
        if (id) picks.current.set(insert, writtenEmoji({ id, name, animated }));
        setText((now) => now + insert);
        input.current?.focus();
      },
    });
  };

  const mark = channel.guild_id ? (channel.is_thread ? '' : '#') : '@';
  const placeholder = `Message ${mark}${channel.name}`;
  return (
    <form
      className={styles.composer}
      aria-label="Write a message"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (event.dataTransfer.files.length) addFiles(event.dataTransfer.files);
      }}
    >
      {suggestion ? (
        <div className={cx(styles.popup, styles.suggestions)}>
          <p className={styles.popupTitle}>{suggestion.title}</p>
          <Choices
            id={listId}
            label={suggestion.title}
            items={items}
            {...choices}
            onPick={pick}
            empty={suggestion.empty}
          />
        </div>
      ) : null}
      {replyTo ? (
        <div className={styles.replying}>
          <span>
            Replying to <b>{replyTo.author.name}</b>
          </span>
          <IconButton label="Cancel reply" onClick={() => client.set({ replyTo: null })}>
            <X size={16} aria-hidden="true" />
          </IconButton>
        </div>
      ) : null}
      <PendingFiles files={files} onRemove={(index) => setFiles(files.toSpliced(index, 1))} />
      <div className={styles.writeLine}>
        <AttachButton isOff={!channel.can_attach} onFiles={addFiles} />
        <textarea
          ref={input}
          id={COMPOSER_ID}
          rows={1}
          aria-label={placeholder}
          placeholder={placeholder}
          maxLength={MAX_LENGTH * 2}
          autoComplete="off"
          aria-autocomplete="list"
          aria-controls={suggestion ? listId : undefined}
          aria-activedescendant={items.length > 0 ? `${listId}-${choices.active}` : undefined}
          value={text}
          onChange={({ currentTarget }) => change(currentTarget.value, currentTarget.selectionStart)}
          onKeyDown={onKeyDown}
          onClick={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onPaste={({ clipboardData }) => {
            if (clipboardData.files.length) addFiles(clipboardData.files);
          }}
        />
        {text.length > COUNTED_FROM ? (
          <span className={cx(styles.count, text.length > MAX_LENGTH && styles.over)}>
            {MAX_LENGTH - text.length}
          </span>
        ) : null}
        <IconButton label="Insert emoji" onClick={openEmoji}>
          <Smile size={20} aria-hidden="true" />
        </IconButton>
        <IconButton label="Send message" type="submit" className={styles.send}>
          <ArrowUp size={20} aria-hidden="true" />
        </IconButton>
      </div>
    </form>
  );
}

interface AttachButtonProps {
  isOff: boolean;
  onFiles: (files: Iterable<File>) => void;
}

function AttachButton({ isOff, onFiles }: AttachButtonProps) {
  return (
    <label className={cx(styles.attach, isOff && styles.off)} title="Attach files">
      <Plus size={20} aria-hidden="true" />
      <span className={styles.unseen}>Attach files</span>
      <input
        type="file"
        multiple
        className={styles.unseen}
        disabled={isOff}
        onChange={({ currentTarget }) => {
          onFiles(currentTarget.files ?? []);
          currentTarget.value = '';
        }}
      />
    </label>
  );
}

/** A text with what is sent for everything that was picked; longer names first, which may begin with shorter ones. */
function withPicks(text: string, picks: ReadonlyMap<string, string>): string {
  return [...picks]
    .sort(([a], [b]) => b.length - a.length)
    .reduce((all, [shown, sent]) => all.replaceAll(shown, sent), text);
}

/** As high as what is written in it. */
function useGrowing(input: React.RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const element = input.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${Math.min(element.scrollHeight, MAX_HEIGHT_PX)}px`;
  }, [input, text]);
}

/** A letter that is typed while nothing else takes it belongs to the message. */
function useTypeToWrite(input: React.RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const onType = ({ ctrlKey, metaKey, altKey, key, target }: globalThis.KeyboardEvent) => {
      if (ctrlKey || metaKey || altKey || key.length !== 1 || !(target instanceof Element)) return;
      if (target.closest('input, textarea, select, dialog, button, [role=menu], [role=listbox]')) return;
      input.current?.focus();
    };
    document.addEventListener('keydown', onType);
    return () => document.removeEventListener('keydown', onType);
  }, [input]);
}
