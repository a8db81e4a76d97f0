import { panelDefaults } from '@tickets/contract/panel-defaults';
import type { RouteInput } from '@tickets/contract/routes';
import { withNulls } from '../../lib/blank.ts';
import { hexFromInt, intFromHex } from '../../lib/colour.ts';

/** A panel as the form holds it. */
export interface PanelForm {
  title: string;
  content: string;
  /** "#rrggbb". */
  colour: string;
  channel_id: string | null;
  category_id: string | null;
  button_label: string;
  /** 1 to 4, as the wire wants it. */
  button_style: '1' | '2' | '3' | '4';
  emote: string;
}

export const newPanel: PanelForm = {
  title: '',
  content: '',
  colour: hexFromInt(panelDefaults.colour),
  channel_id: null,
  category_id: null,
  button_label: '',
  button_style: '1',
  emote: panelDefaults.emote,
};

/** What is sent: blank values are null, and the server fills in its defaults. */
export function panelPayload(form: PanelForm): RouteInput<'panels.create'>['body'] {
  const payload = {
    ...form,
    emote: form.emote.trim(),
    colour: intFromHex(form.colour) ?? panelDefaults.colour,
  };
  // Nulls for blanks change no key, and the contract takes null for each value that can be blank.
  return withNulls(payload) as typeof payload;
}

/** The panel as it will be posted, with the defaults of what was left empty. */
export function panelPreview(form: PanelForm) {
  const emoji = form.emote.trim();
  return {
    embed: {
      title: form.title.trim() || panelDefaults.title,
      description: form.content.trim() ? form.content : panelDefaults.content,
      color: intFromHex(form.colour) ?? panelDefaults.colour,
    },
    button: {
      type: 2,
      style: Number(form.button_style),
      // A button needs a text or an emoji.
      label: form.button_label.trim() || (emoji ? '' : panelDefaults.title),
      ...(emoji ? { emoji } : {}),
    },
  };
}
