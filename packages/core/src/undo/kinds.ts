import type { Undoable } from '@tickets/contract/audit/codes';
import { formKind, questionsKind } from './forms.ts';
import type { Kind } from './kind.ts';
import { multiPanelKind } from './multi-panels.ts';
import { panelKind } from './panels.ts';
import { settingsKind } from './settings.ts';
import { tagKind } from './tags.ts';

export const kinds: Record<Undoable, Kind> = {
  settings: settingsKind,
  panel: panelKind,
  multi_panel: multiPanelKind,
  form: formKind,
  form_questions: questionsKind,
  tag: tagKind,
};
