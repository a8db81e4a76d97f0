import { useQueryClient } from '@tanstack/react-query';
import type { User } from '@tickets/contract/servers/guild';
import type { TicketDetail } from '@tickets/contract/tickets/tickets';
import { Tags } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../components/ui/button.tsx';
import { useWasOpen } from '../../../components/ui/overlays/lazy-modal.tsx';
import { tagsQuery } from '../../../lib/api/guild.queries.ts';
import { useShortcut } from '../../../lib/keys/use-shortcut.ts';
import type { TagChoice } from './send-tag-dialog.tsx';

const fetchDialog = () => import('./send-tag-dialog.tsx');
const SendTagDialog = lazy(async () => ({ default: (await fetchDialog()).SendTagDialog }));

interface SendTagProps {
  guildId: string;
  ticket: TicketDetail;
  self: User;
  choice: TagChoice;
  onChange: (choice: TagChoice) => void;
  disabled: boolean;
  isLive: boolean;
}

/** A button for the tags of the server, whose dialog is fetched when it is pointed at or opened. T opens it as well. */
export function SendTag({ disabled, ...dialog }: SendTagProps) {
  const { guildId, choice, onChange } = dialog;
  const t = useTranslations('tickets.ticket.send_tag');
  const queryClient = useQueryClient();
  const wasOpen = useWasOpen(choice.isOpen);
  const near = () => {
    void queryClient.prefetchQuery(tagsQuery(guildId));
    void fetchDialog();
    void import('./sent-tag-preview.tsx');
  };
  const open = () => {
    near();
    onChange({ isOpen: true, id: null });
  };
  useShortcut('t', disabled ? undefined : open);

  return (
    <>
      <Button
        size="small"
        icon={<Tags aria-hidden="true" />}
        shortcut="T"
        disabled={disabled}
        onPointerEnter={near}
        onFocus={near}
        onClick={open}
      >
        {t('action')}
      </Button>
      {wasOpen ? (
        <Suspense>
          <SendTagDialog {...dialog} />
        </Suspense>
      ) : null}
    </>
  );
}
