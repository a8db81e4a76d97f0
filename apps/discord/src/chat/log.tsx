import { ChevronDown, Hash, Spool } from 'lucide-react';
import { type KeyboardEvent, useMemo } from 'react';
import { useClient, useSelected } from '../client/client.ts';
import { loadLog, loadOlder } from '../client/logs.ts';
import { logIn, openServer } from '../client/state.ts';
import type { Channel } from '../simulator/types.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { longDay } from '../ui/times.ts';
import styles from './chat.module.css';
import { LocalMessage } from './local-message.tsx';
import { logRows } from './log-rows.ts';
import { MessageRow } from './message.tsx';
import { useLogPlace } from './use-log-place.ts';

/** Older messages are fetched before their place comes into sight. */
const NEAR_START_PX = 300;

/** The messages of a channel. */
export function Log({ channel }: { channel: Channel }) {
  const client = useClient();
  const log = useSelected((state) => logIn(state, channel.id));
  const editingId = useSelected((state) => state.editingId);
  const answeredId = useSelected((state) => state.replyTo?.id);
  const server = useSelected(openServer);
  const rows = useMemo(() => logRows(log.messages), [log.messages]);
  const place = useLogPlace(log.messages[0]?.id);
  const isReady = log.status === 'ready';
  const onScroll = () => {
    place.onScroll();
    if (isReady && place.distanceToStart() < NEAR_START_PX) void loadOlder(client, channel.id);
  };
  return (
    <div className={styles.logFrame}>
      <div
        className={styles.log}
        ref={place.box}
        role="log"
        aria-label={`Messages in ${channel.name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        tabIndex={0}
        data-scrolls
        onScroll={onScroll}
        onKeyDown={moveFocus}
      >
        <div className={styles.logInner} ref={place.inner}>
          {isReady && !log.more ? <Beginning channel={channel} /> : null}
          {log.status === 'loading' || log.status === 'new' || log.isLoadingOlder ? <Skeleton /> : null}
          {log.status === 'failed' ? (
            <div className={styles.emptyState} role="alert">
              <p>{log.problem}</p>
              <Button look="secondary" onClick={() => void loadLog(client, channel.id)}>
                Try again
              </Button>
            </div>
          ) : null}
          {isReady
            ? rows.map((row) =>
                row.kind === 'day' ? (
                  <Day key={row.key} date={row.date} />
                ) : (
                  <MessageRow
                    key={row.key}
                    message={row.message}
                    server={server}
                    isGrouped={row.isGrouped}
                    isEdited={editingId === row.message.id}
                    isAnswered={answeredId === row.message.id}
                  />
                ),
              )
            : null}
          {log.locals.map((line) => (
            <LocalMessage key={line.id} line={line} channelId={channel.id} />
          ))}
        </div>
      </div>
      {place.isAway ? (
        <button type="button" className={styles.toEnd} onClick={place.toEnd}>
          Jump to the latest <ChevronDown size={16} aria-hidden="true" />
        </button>
      ) : null}
    </div>
  );
}

function Day({ date }: { date: Date }) {
  const day = longDay(date);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line with words in it
    <div className={styles.day} role="separator" aria-label={day}>
      <span aria-hidden="true">{day}</span>
    </div>
  );
}

/** The arrow keys go from message to message, so that their actions can be reached without a mouse. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  if ((key !== 'ArrowUp' && key !== 'ArrowDown') || !(target instanceof Element)) return;
  if (target.closest('button, textarea, input, [role=listbox]')) return;
  const all = [...currentTarget.querySelectorAll<HTMLElement>('[data-message]')];
  const at = all.findIndex((message) => message.contains(target));
  const next = at < 0 ? all.at(-1) : all[at + (key === 'ArrowUp' ? -1 : 1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function Beginning({ channel }: { channel: Channel }) {
  const isDirect = !channel.guild_id;
  const name = isDirect ? channel.name : `#${channel.name}`;
  const Mark = channel.is_thread ? Spool : Hash;
  return (
    <header className={styles.beginning}>
      {channel.avatar_url ? (
        <Avatar src={channel.avatar_url} size={72} />
      ) : (
        <span className={styles.bigMark}>
          <Mark size={40} aria-hidden="true" />
        </span>
      )}
      <h2>{isDirect || channel.is_thread ? channel.name : `Welcome to ${name}!`}</h2>
      <p>
        {isDirect
          ? `This is the beginning of your direct messages with ${name}.`
          : `This is the start of ${channel.is_thread ? 'the thread' : 'the channel'} ${name}.`}
      </p>
    </header>
  );
}

const WIDTHS = [62, 38, 74, 50];

function Skeleton() {
  return (
    <div className={styles.skeleton} role="status" aria-label="Loading messages">
      {WIDTHS.map((width) => (
        <div key={width}>
          <i />
          <span>
            <b />
            <b style={{ width: `${width}%` }} />
          </span>
        </div>
      ))}
    </div>
  );
}
