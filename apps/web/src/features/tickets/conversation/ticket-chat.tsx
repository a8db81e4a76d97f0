import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Conversation } from '../../../components/conversation/conversation.tsx';
import type { ConversationMessage } from '../../../components/conversation/types.ts';
import { Button } from '../../../components/ui/button.tsx';
import { displayName } from '../../../components/ui/choosing/person-name.ts';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import type { LiveState } from '../../../lib/live/live-socket.ts';
import { guildQuery } from '../../../lib/page/use-guild.ts';
import { usePlace } from '../../../lib/page/use-place.ts';
import { LiveMark } from '../list/live-mark.tsx';
import { FileDropArea } from '../reply/file-drop-area.tsx';
import { draftKeys, keepText, keptText } from '../reply/kept-text.ts';
import type { PendingReply } from '../reply/replies.ts';
import { ReplyBox } from '../reply/reply-box.tsx';
import { conversationFile } from '../reply/reply-files.ts';
import { ReplyStatus } from '../reply/reply-status.tsx';
import { SendTag } from '../reply/send-tag.tsx';
import type { TagChoice } from '../reply/send-tag-dialog.tsx';
import { useDraftFiles } from '../reply/use-draft-files.ts';
import { useReplies } from '../reply/use-replies.ts';
import { useUnloadQuestion } from '../reply/use-unload-question.ts';
import styles from '../tickets.module.css';
import { loadOlder, type TicketState } from '../tickets.queries.ts';
import { NewMessageReader } from './new-message-reader.tsx';
import { conversationAuthor } from './ticket-conversation.ts';
import { useConversation } from './use-conversation.ts';
import { useLastWord } from './use-last-word.ts';
import { useReadBack } from './use-read-back.ts';
import { useReadMark } from './use-read-mark.ts';

interface TicketChatProps {
  guildId: string;
  ticketId: number;
  view: TicketState;
  /** Undefined until it is known. */
  premium: boolean | undefined;
  connection: LiveState | undefined;
  closed: boolean;
  /** Told when what was sent as the last word has arrived: the ticket can be closed. */
  onAnswered: () => void;
  refreshing: boolean;
  onRefresh: () => void;
}

export function TicketChat(props: TicketChatProps) {
  const { guildId, ticketId, view, premium, connection, closed } = props;
  const t = useTranslations('tickets.ticket');
  const queryClient = useQueryClient();
  const { data: server } = useQuery(guildQuery(guildId));
  const older = useMutation({ mutationFn: () => loadOlder(queryClient, guildId, ticketId) });
  const { named, place } = usePlace();
  const isPlaceMissing = useReadBack(named, view.live, older);
  const replies = useReplies({ guildId, ticketId, view, isLive: connection === 'live' });
  const { waiting, unsent } = replies;
  const lastWord = useLastWord(replies, props.onAnswered);
  const drafts = useDraftFiles(guildId, ticketId);
  const seen = useReadMark(guildId, ticketId);
  // Whose claim keeps this person from writing. Of a ticket of their own they are told where they write as its opener.
  const isOwn = view.self.id === view.ticket.opener.id;
  const holder = view.may_write || isOwn ? null : view.ticket.claimed_by;
  const [tag, setTag] = useState<TagChoice>({ isOpen: false, id: null });
  const draftKey = draftKeys.reply(guildId, ticketId);
  const [takenUp, setTakenUp] = useState(0);
  const discard = (key: string) => {
    lastWord.callOff();
    replies.discard(key);
  };
  const takeUp = (reply: PendingReply) => {
    keepText(draftKey, [keptText(draftKey), reply.content].filter(Boolean).join('\n'));
    drafts.add({ files: reply.files.map(({ file }) => file) });
    discard(reply.key);
    setTakenUp(takenUp + 1);
  };
  const messages = useConversation(view.live.messages, view.earlier);
  const me = useMemo(() => conversationAuthor(view.self), [view.self]);
  const mine = (reply: PendingReply): ConversationMessage => ({
    id: reply.key,
    author: me,
    staff: view.self.id !== view.ticket.opener.id,
    time: reply.written_at,
    content: reply.content,
    edited: false,
    deleted: false,
    embeds: [],
    components: [],
    attachments: reply.files.map(conversationFile),
  });
  // The browser keeps texts, but no files.
  useUnloadQuestion(
    drafts.files.length > 0 || waiting.some(({ status, files }) => status !== 'sent' && files.length > 0),
  );

  return (
    <FileDropArea
      className={styles.chat}
      aria-labelledby="view-ticket"
      disabled={!premium || closed || !view.may_write}
      onFiles={drafts.add}
    >
      <header className={styles.chatHead}>
        <div className={styles.chatWords}>
          <h2 id="view-ticket" className={styles.chatTitle}>
            {t('view_section')}
          </h2>
          <p className={styles.channel}>{t('channel', { name: `ticket-${ticketId}` })}</p>
        </div>
        {premium && !closed ? <LiveMark state={connection} /> : null}
        {premium === false ? (
          <Button
            size="small"
            icon={<RefreshCw aria-hidden="true" />}
            busy={props.refreshing}
            onClick={props.onRefresh}
          >
            {t('refresh')}
          </Button>
        ) : null}
      </header>
      {isPlaceMissing ? (
        <p className={styles.placeMissing} role="status">
          {t('place_missing')}
        </p>
      ) : null}
      <Conversation
        follow
        place={place}
        messages={messages}
        pending={waiting.length ? waiting.map(mine) : undefined}
        mentions={view.mentions}
        earlier={view.earlier}
        hasOlder={view.live.has_more}
        loadingOlder={older.isPending}
        onOlder={() => older.mutate()}
        onSeen={closed ? undefined : seen}
        empty={
          <p className={styles.nothing}>
            {t.rich('empty', { opened: () => <RelativeTime date={view.ticket.opened_at} /> })}
          </p>
        }
        statusOf={(id) => {
          const reply = waiting.find((candidate) => candidate.key === id);
          return reply ? (
            <ReplyStatus
              reply={reply}
              unsent={unsent}
              isOpen={!closed && view.may_write}
              onRetry={replies.retry}
              onDiscard={discard}
              onEdit={takeUp}
              onAttach={replies.attachAgain}
            />
          ) : null;
        }}
      />
      <NewMessageReader messages={messages} />
      {view.anonymous && premium && !closed && view.may_write ? (
        <p className={styles.anonymous}>{t('anonymous', { server: server?.name ?? '' })}</p>
      ) : null}
      <ReplyBox
        // It reads what is kept when it begins.
        key={takenUp}
        isTakenUp={takenUp > 0}
        premium={premium}
        closed={closed}
        mayWrite={view.may_write}
        holder={holder && displayName(holder)}
        guildId={guildId}
        opener={displayName(view.ticket.opener)}
        onSendTag={(id) => setTag({ isOpen: true, id })}
        draftKey={draftKey}
        drafts={drafts}
        onSend={(content, { isLast }) => (isLast ? lastWord.send : replies.send)(content, drafts.take())}
        actions={
          premium ? (
            <SendTag
              guildId={guildId}
              ticket={view.ticket}
              self={view.self}
              disabled={closed || !view.may_write}
              choice={tag}
              onChange={setTag}
              isLive={connection === 'live'}
            />
          ) : null
        }
      />
    </FileDropArea>
  );
}
