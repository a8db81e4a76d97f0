import { panelKind } from '../panels/message.ts';
import { multiPanelKind } from '../panels/multi/message.ts';
import type { Kind } from '../posted-messages/kind.ts';

/** Everything whose message in Discord is kept true. */
export const kinds: readonly Kind[] = [panelKind, multiPanelKind];
