import { type APIMessage, ButtonStyle, ComponentType } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { closeButton, closeReasonButton } from '../../tickets/welcome/welcome-message.ts';
import { multiPanelKind, multiPanelSelect } from './message.ts';
import type { MultiPanelRow } from './rows.ts';

const row = {} as MultiPanelRow; // any multi-panel
const button = (custom_id: string) => ({
  type: ComponentType.Button as const,
  style: ButtonStyle.Primary as const,
  custom_id,
});
const menu = (custom_id: string) => ({ type: ComponentType.StringSelect as const, custom_id, options: [] });
const shows = (...rows: (ReturnType<typeof button> | ReturnType<typeof menu>)[][]) =>
  multiPanelKind.isItsMessage(row, {
    components: rows.map((components) => ({ type: ComponentType.ActionRow, components })),
  } as unknown as APIMessage); // nothing else of it is looked at
const [one, two] = ['a'.repeat(30), 'b'.repeat(30)];

test('a lost message of a multi-panel is known by its menu, or by the buttons of several panels', () => {
  expect(shows([menu(multiPanelSelect)])).toBe(true);
  expect(shows([button(one), button(two)])).toBe(true);
  expect(shows([button(one)], [button(two)])).toBe(true);
});

test('other messages of ours are not taken for it', () => {
  expect(shows()).toBe(false);
  expect(shows([button(one)])).toBe(false);
  expect(shows([button(closeButton), button(closeReasonButton)])).toBe(false);
  expect(shows([button(one), button(closeButton)])).toBe(false);
  expect(shows([menu('v1:settings.language')])).toBe(false);
});
