import { z } from 'zod';
import { GuildPath, Ok, type Route } from '../platform/route.ts';
import { RowId } from '../platform/row-id.ts';
import { AuditFilter, AuditPage, UndoPreview } from './audit.ts';

const EntryPath = GuildPath.extend({ entry_id: RowId });

export const auditRoutes = {
  'audit.list': {
    summary:
      'Who changed what in the server, newest first. Whoever reads all of it asks for what is older than the last entry that it got: such a page holds up to 500 entries, and fewer where they are long.',
    subject: 'Audit log',
    access: 'audit.read',
    params: GuildPath,
    body: AuditFilter,
    answers: { 200: AuditPage },
  },
  'audit.preview_undo': {
    summary: 'What taking back a change would do now, or why it cannot be taken back.',
    subject: 'Audit log',
    access: 'audit.undo',
    params: EntryPath,
    answers: { 200: UndoPreview },
  },
  'audit.undo': {
    summary: 'Takes back a change of settings, a panel, a multi-panel, a form or a tag.',
    subject: 'Audit log',
    access: 'audit.undo',
    params: EntryPath,
    answers: { 200: Ok.extend({ entry_id: z.number().int() }) },
  },
} as const satisfies Record<string, Route>;
