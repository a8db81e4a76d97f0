import type { ErrorCode } from '../platform/errors.ts';
import { panelQuota } from './panel-quota.ts';

export interface Gate {
  /** Whether premium that was earned by voting opens it, too. */
  voting: boolean;
  /** What a refusal says. Without one nothing is refused: what was set stays, and does nothing until premium is back. */
  refused?: ErrorCode;
  /** The fields that belong to it, of what people edit, as they are sent. */
  fields?: readonly string[];
}

/** Everything for which a server needs premium. Whoever asks whether it has it, asks by one of these names. */
export const gates = {
  /** To make more panels than are free. */
  panel_quota: panelQuota,
  /** To use and change panels beyond the free ones that are there already. */
  surplus_panels: { voting: true, refused: 'panel.locked' },
  dashboard_replies: { voting: true, refused: 'premium.required' },
  dashboard_tags: { voting: true, refused: 'premium.required' },
  /** To see messages in the dashboard as they are written. Its socket refuses in words of its own. */
  live_chat: { voting: true },
  statistics: { voting: true, refused: 'premium.required' },
  colours: { voting: true, refused: 'colours.premium_required', fields: ['colours.0', 'colours.1'] },
  /** To close tickets after a time. When their opener leaves is free. */
  auto_close: {
    voting: true,
    refused: 'settings.auto_close_premium',
    fields: ['auto_close.since_open_with_no_response', 'auto_close.since_last_message'],
  },
  exit_survey: { voting: true, refused: 'panel.exit_survey_premium', fields: ['exit_survey_form_id'] },
  waiting_category: { voting: true, refused: 'panel.pending_category_premium', fields: ['pending_category'] },
  /** A footer of one's own in an embed. */
  footer: { voting: true, refused: 'embed.footer_premium', fields: ['footer.text', 'footer.icon_url'] },
  /** A tag that is a command of its own. */
  tag_command: { voting: true, refused: 'tag.alias_premium', fields: ['use_guild_command'] },
  /** Placeholders that tell how soon members are answered. */
  response_times: { voting: true },
  /** Messages without the name of the product below them. */
  unbranded: { voting: true },
} as const satisfies Record<string, Gate>;

export type GateName = keyof typeof gates;

/** The gates whose refusal names what needs premium, in words that the bot has in every language. */
export type NamedGate = {
  [N in GateName]: (typeof gates)[N] extends { refused: 'premium.required' } ? N : never;
}[GateName];

const gatedFields: ReadonlySet<string> = new Set(
  Object.values(gates).flatMap((gate: Gate) => gate.fields ?? []),
);

/** Whether a field can only be set with premium, for the badge beside it. */
export const isGated = (field: string): boolean => gatedFields.has(field);
