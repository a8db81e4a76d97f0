import { createFormatter, createTranslator } from 'use-intl/core';
import { audit } from '../../../messages/en/audit.ts';
import { common } from '../../../messages/en/common.ts';
import { editors } from '../../../messages/en/editors.ts';
import { forms } from '../../../messages/en/forms.ts';
import { panels } from '../../../messages/en/panels.ts';
import { settings } from '../../../messages/en/settings.ts';
import { tags } from '../../../messages/en/tags.ts';
import { webhooks } from '../../../messages/en/webhooks.ts';
import type { Words } from './words.ts';

/** Words for tests, about a server that has one of everything. */
export const sampleWords: Words = {
  t: createTranslator({
    locale: 'en',
    messages: { audit, common, editors, forms, panels, settings, tags, webhooks },
  }) as unknown as Words['t'], // These are the subjects that the page has.
  format: createFormatter({ locale: 'en', timeZone: 'UTC' }),
  names: {
    guildId: '1',
    channels: new Map([['11', { name: 'help', type: 0 }]]),
    roles: new Map([['21', { name: 'Helpers', color: 0xff0000 }]]),
    teams: new Map([[31, 'Billing']]),
    forms: new Map([[41, 'Report']]),
    panels: new Map([[51, 'Support']]),
    multiPanels: new Map([[61, '']]),
  },
};
