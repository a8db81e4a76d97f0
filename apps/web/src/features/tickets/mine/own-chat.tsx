import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Conversation } from '../../../components/conversation/conversation.tsx';
import type { ConversationMessage } from '../../../components/conversation/types.ts';
import type { LiveState } from '../../../lib/live/live-socket.ts';
import { NewMessageReader } from '../conversation/new-message-reader.tsx';
import { conversationAuthor } from '../conversation/ticket-conversation.ts';
import { useConversation } from '../conversation/use-conversation.ts';
import { useReadMark } from '../conversation/use-read-mark.ts';
import { LiveMark } from '../list/live-mark.tsx';
import { FileDropArea } from '../reply/file-drop-area.tsx';
import { draftKeys, keepText, keptText } from '../reply/kept-text.ts';
import type { PendingReply } from '../reply/replies.ts';
import { conversationFile } from '../reply/reply-files.ts';
import { ReplyStatus } from '../reply/reply-status.tsx';
import { useDraftFiles } from '../reply/use-draft-files.ts';
import { useReplies } from '../reply/use-replies.ts';
import { useUnloadQuestion } from '../reply/use-unload-question.ts';
import desk from '../tickets.module.css';
import styles from './mine.module.css';
import { loadOlderOwn, type OwnTicketState, ownKeys } from './my-tickets.queries.ts';
import { WriteBox } from './write-box.tsx';

interface OwnChatProps {
  guildId: string;
  ticketId: number;
  view: OwnTicketState;
  connection: LiveState | undefined;
}

/** The conversation of one's own ticket, and where one writes in it, or why one cannot. */
export function OwnChat({ guildId, ticketId, view, connection }: OwnChatProps) {
  const t = useTranslations('my_tickets.view');
  const queryClient = useQueryClient();
  const { ticket } = view;
  // Someone who is staff has another box in the workspace, in which they write as staff.
  const keptAs = `own:${guildId}`;
  const older = useMutation({ mutationFn: () => loadOlderOwn(queryClient, guildId, ticketId) });
  const replies = useReplies({
    guildId,
    ticketId,
    view,
    isLive: connection === 'live',
    door: { route: 'own_tickets.write', queryKey: ownKeys.view(guildId, ticketId), keptAs },
  });
  const { waiting, unsent } = replies;
  const drafts = useDraftFiles(keptAs, ticketId);
  const seen = useReadMark(guildId, ticketId);
  const draftKey = draftKeys.reply(keptAs, ticketId);
  const [takenUp, setTakenUp] = useState(0);
  const mayWrite = ticket.hindrance === null;
  const takeUp = (reply: PendingReply) => {
    keepText(draftKey, [keptText(draftKey), reply.content].filter(Boolean).join('\n'));
    drafts.add({ files: reply.files.map(({ file }) => file) });
    replies.discard(reply.key);
    setTakenUp(takenUp + 1);
  };
  const { imported } = ticket;
  const tickets = useMemo(
    () => [{ id: ticketId, imported }, ...view.earlier],
    [ticketId, imported, view.earlier],
  );
  const messages = useConversation(view.live.messages, tickets);
  const me = useMemo(() => conversationAuthor(view.self), [view.self]);
  const mine = (reply: PendingReply): ConversationMessage => ({
    id: reply.key,
    author: me,
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
      className={desk.chat}
      aria-labelledby="own-conversation"
      disabled={!mayWrite}
      onFiles={drafts.add}
    >
      <header className={desk.chatHead}>
        <div className={desk.chatWords}>
          <h2 id="own-conversation" className={desk.chatTitle}>
            {t('conversation')}
          </h2>
        </div>
        {connection && ticket.is_open ? <LiveMark state={connection} /> : null}
      </header>
      <Conversation
        follow={ticket.is_open}
        messages={messages}
        {...(waiting.length ? { pending: waiting.map(mine) } : {})}
        mentions={view.mentions}
        earlier={view.earlier}
        hasOlder={view.live.has_more}
        loadingOlder={older.isPending}
        onOlder={() => older.mutate()}
        onSeen={ticket.is_open ? seen : undefined}
        empty={<p className={desk.nothing}>{ticket.has_transcript ? t('nothing') : t('not_kept')}</p>}
        statusOf={(id) => {
          const reply = waiting.find((candidate) => candidate.key === id);
          return reply ? (
            <ReplyStatus
              reply={reply}
              unsent={unsent}
              isOpen={mayWrite}
              onRetry={replies.retry}
              onDiscard={replies.discard}
              onEdit={takeUp}
              onAttach={replies.attachAgain}
            />
          ) : null;
        }}
      />
      <NewMessageReader messages={messages} />
      {ticket.hindrance === null ? (
        <WriteBox
          // It reads what is kept when it begins.
          key={takenUp}
          isTakenUp={takenUp > 0}
          server={ticket.server.name}
          draftKey={draftKey}
          drafts={drafts}
          onSend={(content) => replies.send(content, drafts.take())}
        />
      ) : (
        <p className={styles.hindrance}>{t(`hindrance.${ticket.hindrance}`)}</p>
      )}
    </FileDropArea>
  );
}
