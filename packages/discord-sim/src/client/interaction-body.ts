import { DiscordError } from '../errors.ts';
import type { InteractionInput } from '../world/interaction-data.ts';
import { isSnowflake } from '../world/snowflake.ts';

type Fields = Record<string, unknown>;

const bad = (what: string) => new DiscordError(400, 50035, `Invalid Form Body: ${what}`);

/** Reads what the page sends for a press, a choice, a command or a form. */
export function readInteraction(body: unknown, userId: string): InteractionInput {
  if (!isFields(body)) throw bad('an object is expected');
  const base = {
    user_id: userId,
    channel_id: id(body, 'channel_id'),
    ...(body.nonce === undefined ? {} : { nonce: text(body, 'nonce') }),
  };
  switch (body.kind) {
    case 'component':
      return {
        ...base,
        kind: 'component',
        message_id: id(body, 'message_id'),
        custom_id: text(body, 'custom_id'),
        ...(body.values === undefined ? {} : { values: texts(body.values, 'values') }),
      };
    case 'modal':
      return {
        ...base,
        kind: 'modal',
        interaction_id: id(body, 'interaction_id'),
        values: answers(body.values),
      };
    case 'command':
    case 'autocomplete':
      return {
        ...base,
        kind: body.kind,
        command_id: id(body, 'command_id'),
        path: body.path === undefined ? [] : texts(body.path, 'path'),
        options: options(body.options),
        ...(body.focused === undefined ? {} : { focused: text(body, 'focused') }),
        ...(body.target_id === undefined ? {} : { target_id: id(body, 'target_id') }),
      };
    default:
      throw bad('kind is component, modal, command or autocomplete');
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function id(body: Fields, name: string): string {
  const value = body[name];
  if (!isSnowflake(value)) throw bad(`${name} is an id`);
  return value;
}

function text(body: Fields, name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value.length > 4000) throw bad(`${name} is a text`);
  return value;
}

function texts(value: unknown, name: string): string[] {
  const fits = Array.isArray(value) && value.length <= 25 && value.every((item) => typeof item === 'string');
  if (!fits) throw bad(`${name} is a list of texts`);
  return value;
}

function answers(value: unknown): Record<string, string | string[]> {
  if (!isFields(value)) throw bad('values is an object');
  return Object.fromEntries(
    Object.entries(value).map(([name, answer]) => [
      name,
      typeof answer === 'string' ? answer : texts(answer, name),
    ]),
  );
}

function options(value: unknown): Record<string, string | number | boolean> {
  if (value === undefined) return {};
  if (!isFields(value)) throw bad('options is an object');
  return Object.fromEntries(
    Object.entries(value).map(([name, option]) => {
      const fits = typeof option === 'string' || typeof option === 'number' || typeof option === 'boolean';
      if (!fits) throw bad(`the option ${name} is a text, a number or yes or no`);
      return [name, option];
    }),
  );
}
