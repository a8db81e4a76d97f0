import type { pages, serverPages } from './pages.ts';

/** What a page looks like before its code is there. */
export interface Heading {
  /** Below which key its texts have the `title` and the `purpose`. Null: the title is known only with what the page reads. */
  texts: string | null;
  width: 'form' | 'table' | 'full';
}

const form = (texts: string | null): Heading => ({ texts, width: 'form' });
const table = (texts: string | null): Heading => ({ texts, width: 'table' });
const full: Heading = { texts: null, width: 'full' };

/** Of the pages of one server. Used by the build alone. */
export const serverHeadings: Record<keyof typeof serverPages, Heading> = {
  settings: table('settings'),
  appearance: table('appearance'),
  import: form('transfer.page'),
  export: form('transfer.export'),
  staffOverride: form('override'),
  auditLog: table('audit'),
  panels: table('panels'),
  createPanel: table('panels.create'),
  editPanel: table('panels.change'),
  createMultiPanel: table('panels.multi.create'),
  editMultiPanel: table('panels.multi.edit'),
  forms: table('forms'),
  teams: table('teams'),
  whoCanSee: form('who_can_see'),
  integrations: table('integrations'),
  webhooks: form('webhooks'),
  createIntegration: form('integrations.create'),
  integration: form(null),
  configureIntegration: form('integrations.edit'),
  activateIntegration: form(null),
  manageIntegration: table(null),
  tags: table('tags'),
  blacklist: table('blacklist'),
  tickets: table('tickets'),
  ticket: full,
  transcripts: table('transcripts'),
  search: form('search'),
  transcript: full,
  log: full,
};

/** Of the pages that belong to a person. The others stand in no frame, or are seldom opened. */
export const personHeadings: Partial<Record<keyof typeof pages, Heading>> = {
  myTickets: form('my_tickets'),
  myTicket: table(null),
  whitelabel: form('whitelabel'),
  ownData: form('account'),
};

/** Of the server list, which comes with the shell. */
export const listHeading = table('servers');
