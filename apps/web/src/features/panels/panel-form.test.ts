import { describe, expect, test } from 'vitest';
import { embedPayload, newEmbed } from '../../components/editors/embed-form.ts';
import { samplePanel as panel } from '../../test/sample-panel.ts';
import { newPanelForm, type PanelForm, panelFormOf, panelPayload } from './panel-form.ts';

const GUILD = panel.guild_id;
const fresh = newPanelForm(GUILD);
const change = <Part extends 'ticket' | 'message' | 'welcome'>(
  part: Part,
  values: Partial<PanelForm[Part]>,
) => panelPayload({ ...fresh, [part]: { ...fresh[part], ...values } });

describe('a new panel', () => {
  test('is green, with a blue button, an envelope, the Default team, a welcome of its own, and open to everyone', () => {
    expect(panelPayload(fresh)).toEqual({
      title: null,
      content: null,
      colour: 3066993,
      channel_id: null,
      category_id: null,
      emote: '📩',
      button_style: '1',
      button_label: 'Open a ticket',
      image_url: null,
      thumbnail_url: null,
      disabled: false,
      form_id: null,
      exit_survey_form_id: null,
      pending_category: null,
      use_server_default_naming_scheme: true,
      naming_scheme: null,
      mentions: [],
      delete_mentions: false,
      default_team: true,
      teams: [],
      welcome_message: embedPayload(
        newEmbed({
          description:
            'Thank you for contacting support. Please describe your issue and wait for a response.',
        }),
      ),
      access_control_list: [{ role_id: GUILD, action: 'allow' }],
    });
  });
});

describe('a stored panel', () => {
  test('is sent back as it came when nothing was touched, with its button style as text', () => {
    const { panel_id: _, guild_id: __, custom_id: ___, message_id, message_state, ...rest } = panel;
    const { force_disabled, use_custom_emoji, version, ...sent } = rest;
    expect(panelPayload(panelFormOf(panel))).toEqual({ ...sent, button_style: '3' });
  });

  test('without a form shows the choice "null", and sends null for it', () => {
    const form = panelFormOf({ ...panel, form_id: null, exit_survey_form_id: null });
    expect(form.ticket).toMatchObject({ form_id: 'null', exit_survey_form_id: 'null' });
    expect(panelPayload(form)).toMatchObject({ form_id: null, exit_survey_form_id: null });
  });

  test('without an awaiting-response category shows Disabled, and sends null for it', () => {
    const form = panelFormOf({ ...panel, pending_category: null });
    expect(form.ticket.pending_category).toBe('');
    expect(panelPayload(form).pending_category).toBeNull();
  });

  test("that uses the server's welcome message goes on doing so, and offers one to begin with", () => {
    const form = panelFormOf({ ...panel, welcome_message: null });
    expect(form.welcome.use_server_welcome).toBe(true);
    expect(form.welcome.embed.description).toContain('Thank you for contacting support.');
    expect(panelPayload(form).welcome_message).toBeNull();
  });
});

describe('sending', () => {
  test('blank texts are null, and addresses lose the spaces around them', () => {
    expect(
      change('message', { title: ' ', emoji: ' ', image_url: ' https://a.example/x.png ' }),
    ).toMatchObject({
      title: null,
      emote: null,
      image_url: 'https://a.example/x.png',
    });
  });

  test('the toggle decides between the standard and the custom emoji, and loses neither', () => {
    const emojis = { emoji: '🚢', custom_emoji: { id: '50', name: 'ship' } };
    expect(change('message', { ...emojis, use_custom_emoji: false }).emote).toBe('🚢');
    expect(change('message', { ...emojis, use_custom_emoji: true }).emote).toEqual({
      id: '50',
      name: 'ship',
    });
  });

  test('Default among the teams is default_team, the others are ids', () => {
    expect(change('ticket', { teams: ['6', 'default'] })).toMatchObject({ default_team: true, teams: [6] });
    expect(change('ticket', { teams: ['6'] })).toMatchObject({ default_team: false, teams: [6] });
  });

  test('a naming scheme of its own is sent; a blank one is the server’s', () => {
    expect(change('ticket', { naming_scheme: 'help-%id%' })).toMatchObject({
      naming_scheme: 'help-%id%',
      use_server_default_naming_scheme: false,
    });
    expect(change('ticket', { naming_scheme: ' ' })).toMatchObject({
      naming_scheme: null,
      use_server_default_naming_scheme: true,
    });
  });
});
