import { ComponentUseContext } from '@tickets/discord-ui/components/component-use';
import { ArrowDown } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { DiscordSurface } from '../discord/discord-surface.tsx';
import { Button } from '../ui/button.tsx';
import { AvatarFailuresProvider, useAvatarFailures } from './author-avatar.tsx';
import styles from './conversation.module.css';
import type { ConversationProps } from './conversation-props.ts';
import { Row } from './conversation-row.tsx';
import { conversationRows, endsWithin } from './rows.ts';
import type { ConversationMessage } from './types.ts';
import { useDrawnRows } from './use-drawn-rows.ts';
import { NEAR_PX, useEnd } from './use-end.ts';
import { useFoundWords } from './use-found-words.ts';
import { useKeptPlace } from './use-kept-place.ts';

const NONE: readonly never[] = [];
const NOTHING_ANSWERED: ReadonlyMap<string, ConversationMessage> = new Map();

export function Conversation(props: ConversationProps) {
  // Many may come in a second: whoever types meanwhile does not wait until they are drawn.
  const messages = useDeferredValue(props.messages);
  const pending = useDeferredValue(props.pending ?? NONE);
  // So is what stands between them.
  const earlier = useDeferredValue(props.earlier ?? NONE);
  const events = useDeferredValue(props.events ?? NONE);
  const { mentions, follow = false, hasOlder = false, loadingOlder = false, onOlder, onSeen } = props;
  const t = useTranslations('conversation');
  const scroller = useRef<HTMLDivElement>(null);
  const failures = useAvatarFailures();
  const [unseen, setUnseen] = useState<{ firstId: string; count: number }>();
  const rows = useMemo(
    () =>
      conversationRows([...messages, ...pending], {
        firstNewId: unseen?.firstId,
        earlier: endsWithin(earlier, messages, hasOlder),
        events,
      }),
    [messages, pending, unseen?.firstId, earlier, events, hasOlder],
  );
  const answered = useMemo(() => answeredAmong(messages), [messages]);
  const list = useRef<HTMLDivElement>(null);
  const { drawn, top, height, measure, isVirtual, toEnd, toRow } = useDrawnRows(rows, {
    scroller,
    list,
    follow,
    expectsOlder: loadingOlder,
  });

  const newest = messages.at(-1)?.id;
  const seen = useRef<string>(undefined);
  const end = useEnd(scroller, { toEnd, startsThere: follow });
  const { isReached, followSoon, returnSoon, leave } = end;
  useKeptPlace(scroller, list, { isOn: !isVirtual, isAtEnd: isReached });
  const { place } = props;
  const startsAtPlace = place !== undefined && messages.some(({ id }) => id === place.id);
  useEffect(() => {
    if (!follow || newest === undefined) return;
    const before = seen.current;
    if (before === newest) return;
    seen.current = newest;
    if (before === undefined && startsAtPlace) return;
    if (before === undefined || isReached()) {
      if (before === undefined) toEnd();
      followSoon();
      onSeen?.(newest);
      return;
    }
    const index = messages.findIndex((message) => message.id === before);
    const firstId = messages[index + 1]?.id ?? newest;
    const count = messages.length - index - 1;
    setUnseen((now) => (now?.count ? { ...now, count: now.count + count } : { firstId, count }));
  }, [follow, newest, messages, startsAtPlace, toEnd, isReached, followSoon, onSeen]);

  const goneTo = useRef<typeof place>(undefined);
  // Tried again with each drawing, because a long conversation can be gone through only when what draws it is there.
  useEffect(() => {
    if (!place || goneTo.current === place) return;
    const index = rows.findIndex(({ key }) => key === place.id);
    if (index < 0 || !toRow(index)) return;
    goneTo.current = place;
    if (leave() && newest !== undefined) onSeen?.(newest);
  });
  useFoundWords(list, props.words);

  const lastPending = pending.at(-1)?.id;
  useEffect(() => {
    if (lastPending !== undefined) returnSoon();
  }, [lastPending, returnSoon]);

  const onScroll = () => {
    const box = scroller.current;
    if (!box) return;
    end.onScroll();
    // What is seen is not new any more; its mark stays until something newer comes.
    if (end.isReached()) {
      if (unseen?.count) setUnseen({ ...unseen, count: 0 });
      if (newest !== undefined) onSeen?.(newest);
    }
    if (box.scrollTop < NEAR_PX * 2 && hasOlder && !loadingOlder) onOlder?.();
  };

  return (
    <DiscordSurface className={styles.surface}>
      <ComponentUseContext value="inert">
        <AvatarFailuresProvider value={failures}>
          <section
            ref={scroller}
            className={styles.scroller}
            aria-label={t('label')}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
            tabIndex={0}
            onScroll={onScroll}
          >
            {hasOlder ? (
              <div className={styles.older}>
                <Button size="small" variant="ghost" busy={loadingOlder} onClick={onOlder}>
                  {t(loadingOlder ? 'older' : 'load_older')}
                </Button>
              </div>
            ) : null}
            {rows.every(({ kind }) => kind === 'event' || kind === 'day') ? props.empty : null}
            <div className={styles.rows} style={{ height }}>
              <div ref={list} style={{ transform: top ? `translateY(${top}px)` : undefined }}>
                {drawn.map(({ index, row }) => (
                  <div key={row.key} ref={measure} data-index={index}>
                    <Row
                      row={row}
                      answered={answered}
                      mentions={mentions}
                      statusOf={props.statusOf}
                      actions={props.actions}
                      placeId={place?.id}
                    />
                  </div>
                ))}
              </div>
            </div>
          </section>
          {unseen?.count ? (
            <Button
              className={styles.jump}
              variant="primary"
              size="small"
              icon={<ArrowDown aria-hidden="true" />}
              onClick={toEnd}
            >
              {t('new_messages', { count: unseen.count })}
            </Button>
          ) : null}
        </AvatarFailuresProvider>
      </ComponentUseContext>
    </DiscordSurface>
  );
}

function answeredAmong(messages: readonly ConversationMessage[]): ReadonlyMap<string, ConversationMessage> {
  const ids = new Set(messages.flatMap(({ replyTo }) => replyTo ?? []));
  if (!ids.size) return NOTHING_ANSWERED;
  return new Map(messages.filter(({ id }) => ids.has(id)).map((message) => [message.id, message]));
}
