import type { Panel } from '@tickets/contract/panels/panels';
import { embedPayload, newEmbed } from '../components/editors/embed-form.ts';

/** A panel of server 1 with something in every key. */
export const samplePanel: Panel = {
  panel_id: 7,
  guild_id: '1',
  custom_id: 'abc',
  version: 0,
  title: 'Billing',
  content: 'Ask us.',
  colour: 0xff0000,
  channel_id: '11',
  message_id: '99',
  message_state: 'posted',
  category_id: '10',
  form_id: 3,
  exit_survey_form_id: 4,
  pending_category: '12',
  disabled: true,
  force_disabled: false,
  button_style: 3,
  button_label: 'Ask',
  use_custom_emoji: true,
  emote: { id: '50', name: 'ship' },
  image_url: 'https://a.example/large.png',
  thumbnail_url: null,
  mentions: ['user', '21'],
  default_team: true,
  teams: [5, 6],
  delete_mentions: true,
  use_server_default_naming_scheme: false,
  naming_scheme: 'help-%id%',
  welcome_message: embedPayload(newEmbed({ description: 'Hello' })),
  access_control_list: [
    { role_id: '21', action: 'deny' },
    { role_id: '1', action: 'allow' },
  ],
};
