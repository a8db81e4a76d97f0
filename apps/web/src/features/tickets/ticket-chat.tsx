import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { Conversation } from '../../components/conversation/conversation.tsx';
import type { ConversationMessage } from '../../components/conversation/types.ts';
import { Button } from '../../components/ui/button.tsx';
import { avatarUrl } from '../../lib/cdn.ts';
import type { LiveState } from '../../lib/live-socket.ts';
import { useSession } from '../../lib/session.ts';
import { LiveMark } from './live-mark.tsx';
import { NewMessageReader } from './new-message-reader.tsx';
import { type PendingReply, unseenReplies } from './replies.ts';
import { ReplyBox } from './reply-box.tsx';
import { ReplyStatus } from './reply-status.tsx';
import { SendTag } from './send-tag.tsx';
import { ticketConversation } from './ticket-conversation.ts';
import styles from './tickets.module.css';
import { loadOlder, type TicketState } from './tickets.queries.ts';
import { useReplies } from './use-replies.ts';

interface TicketChatProps {
  guildId: string;
  ticketId: number;
  view: TicketState;
  /** Undefined until it is known. */
  premium: boolean | undefined;
  connection: LiveState | undefined;
  closed: boolean;
  refreshing: boolean;
  onRefresh: () => void;
}

export function TicketChat(props: TicketChatProps) {
  const { guildId, ticketId, view, premium, connection, closed } = props;
  const t = useTranslations('tickets.ticket');
  const queryClient = useQueryClient();
  const self = useSession()?.user_data;
  const older = useMutation({ mutationFn: () => loadOlder(queryClient, guildId, ticketId) });
  const replies = useReplies({ guildId, ticketId, isLive: connection === 'live' });
  const waiting = unseenReplies(replies.pending, view.live.messages);
  const messages = useMemo(() => view.live.messages.map(ticketConversation), [view.live.messages]);
  const mine = (reply: PendingReply): ConversationMessage => ({
    id: reply.key,
    author: {
      key: `${self?.id}/self`,
      name: self?.username ?? t('you'),
      avatarUrl: self ? avatarUrl(self, 64) : '',
      bot: false,
    },
    time: reply.written_at,
    content: reply.content,
    edited: false,
    deleted: false,
    embeds: [],
    components: [],
    attachments: [],
  });

  return (
    <section className={styles.chat} aria-labelledby="view-ticket">
      <header className={styles.chatHead}>
        <div className={styles.chatWords}>
          <h2 id="view-ticket" className={styles.chatTitle}>
            {t('view_section')}
          </h2>
          <p className={styles.channel}>{t('channel', { name: `ticket-${ticketId}` })}</p>
        </div>
        {premium ? <LiveMark state={connection} /> : null}
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
      <Conversation
        follow
        messages={messages}
        pending={waiting.map(mine)}
        mentions={view.mentions}
        earlier={view.earlier}
        hasOlder={view.live.has_more}
        loadingOlder={older.isPending}
        onOlder={() => older.mutate()}
        empty={<p className={styles.nothing}>{t('empty')}</p>}
        statusOf={(id) => {
          const reply = waiting.find((candidate) => candidate.key === id);
          return reply ? (
            <ReplyStatus reply={reply} onRetry={replies.retry} onDiscard={replies.discard} />
          ) : null;
        }}
      />
      <NewMessageReader messages={messages} />
      <ReplyBox
        premium={premium}
        disabled={closed}
        name={`ticket-${ticketId}`}
        draftKey={`reply_draft:${guildId}/${ticketId}`}
        onSend={replies.send}
        actions={
          premium ? (
            <SendTag
              guildId={guildId}
              ticket={view.ticket}
              disabled={closed}
              isLive={connection === 'live'}
            />
          ) : null
        }
      />
    </section>
  );
}
