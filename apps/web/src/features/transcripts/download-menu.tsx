import { useMutation } from '@tanstack/react-query';
import { cloneElement, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Menu } from '../../components/ui/overlays/menu.tsx';
import { callForText } from '../../lib/api/api.ts';

export interface DownloadProps {
  guildId: string;
  ticketId: number;
  /** Of the ticket's channel: what the file is called. */
  name: string;
}

/** By the ending of the file, the form that the server is asked for. */
const forms = { html: 'text/html', txt: 'text/plain', json: 'application/json' } as const;
type Ending = keyof typeof forms;

export function DownloadMenu({
  trigger,
  guildId,
  ticketId,
  name,
}: DownloadProps & { trigger: ReactElement<{ busy?: boolean }> }) {
  const t = useTranslations('transcripts.viewer.download');
  const download = useMutation({
    mutationFn: async (ending: Ending) => {
      const text = await callForText(
        'transcripts.render',
        { params: { guild_id: guildId, ticket_id: ticketId }, query: { deleted: true } },
        forms[ending],
      );
      saveFile(`${name}.${ending}`, new Blob([text], { type: forms[ending] }));
    },
  });
  return (
    <Menu
      defaultOpen
      trigger={cloneElement(trigger, { busy: download.isPending })}
      items={(['html', 'txt', 'json'] as const).map((ending) => ({
        label: t(ending),
        detail: `.${ending}`,
        onSelect: () => download.mutate(ending),
      }))}
    />
  );
}

/** Hands a file to the browser, which keeps it where it keeps downloads. */
function saveFile(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Some browsers begin to read it only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
