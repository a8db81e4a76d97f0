import { ComponentUseContext } from '@tickets/discord-ui/components/component-use';
import { liveComponents } from '@tickets/discord-ui/live/live-components.tsx';
import { type Press, PressContext } from '@tickets/discord-ui/live/press';
import { type ReactNode, useMemo } from 'react';
import { choicesOf } from '../client/choices.tsx';
import { useClient, useSelected } from '../client/client.ts';
import { pressComponent } from '../client/interactions.ts';
import { pressKey } from '../client/state.ts';
import type { Message, Server } from '../simulator/types.ts';
import { Problem } from '../ui/text-field.tsx';

interface LiveMessageProps {
  message: Message;
  server: Server | null;
  children: ReactNode;
}

/** Makes the components of a message work, and says what became of the last press. */
export function LiveMessage({ message, server, children }: LiveMessageProps) {
  const client = useClient();
  const busy = useSelected((state) => state.busy);
  const trouble = useSelected((state) => state.troubles.get(message.id));
  const press = useMemo<Press>(
    () => ({
      press: (customId, values) => void pressComponent(client, message, customId, values),
      isBusy: (customId) => busy.has(pressKey(message.id, customId)),
      choicesOf: (component) => choicesOf(component, server),
      revision: message.edited,
    }),
    [client, message, server, busy],
  );
  if (message.components.length === 0) return children;
  return (
    <PressContext value={press}>
      <ComponentUseContext value={liveComponents}>{children}</ComponentUseContext>
      <Problem text={trouble} />
    </PressContext>
  );
}
