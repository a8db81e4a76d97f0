import { describe, expect, test } from 'vitest';
import { newPanel, panelPayload, panelPreview } from './panel-form.ts';

describe('a new panel', () => {
  test('begins green, with a blue button and an envelope', () => {
    expect(newPanel).toMatchObject({ colour: '#2ecc71', button_style: '1', emote: '📩' });
    expect(panelPayload(newPanel).colour).toBe(3066993);
  });

  test('what is left empty is sent as null', () => {
    expect(panelPayload({ ...newPanel, emote: ' ' })).toMatchObject({
      title: null,
      content: null,
      category_id: null,
      button_label: null,
      emote: null,
    });
  });

  test('the preview shows the defaults of what is empty', () => {
    const { embed, button } = panelPreview(newPanel);
    expect(embed).toEqual({
      title: 'Open a ticket!',
      description: 'By clicking the button, a ticket will be opened for you.',
      color: 3066993,
    });
    expect(button).toEqual({ type: 2, style: 1, label: '', emoji: '📩' });
  });

  test('a button without text and emoji takes the default title, as the server does', () => {
    expect(panelPreview({ ...newPanel, emote: '' }).button).toEqual({
      type: 2,
      style: 1,
      label: 'Open a ticket!',
    });
  });
});
