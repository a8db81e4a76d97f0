import { multiPanelKind } from '../multi-panels/message.ts';
import { panelKind } from '../panels/message.ts';
import type { Kind } from './kind.ts';

/** Everything whose message in Discord is kept true. */
export const kinds: readonly Kind[] = [panelKind, multiPanelKind];
