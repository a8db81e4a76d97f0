import type { AuditEntry } from '@tickets/contract/audit/audit';
import { auditActions, auditResources } from '@tickets/contract/audit/codes';

/** An entry for tests: the title of a panel was changed. */
export const sampleEntry = (given: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  user_id: '9',
  username: 'olive',
  action_type: auditActions['panel.update'],
  resource_type: auditResources.panel,
  resource_id: '7',
  created_at: '2026-03-01T12:00:00.000Z',
  source: 'dashboard',
  because: null,
  resource_name: 'Support',
  undo_of: null,
  undone_by: null,
  can_undo: true,
  ...given,
});
