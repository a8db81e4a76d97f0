import { integrationLimits } from '@tickets/contract/integrations/integration-limits';
import type { IntegrationDetail, IntegrationInput } from '@tickets/contract/integrations/integrations';

/** A row of the form. One that the server has not seen yet has a number below zero. */
interface Row {
  id: number;
  name: string;
}

export interface PlaceholderRow extends Row {
  json_path: string;
}

export interface HeaderRow extends Row {
  value: string;
}

export interface SecretRow extends Row {
  description: string;
}

export interface IntegrationForm {
  name: string;
  description: string;
  image_url: string;
  privacy_policy_url: string;
  http_method: 'GET' | 'POST';
  webhook_url: string;
  validation_url: string;
  placeholders: readonly PlaceholderRow[];
  headers: readonly HeaderRow[];
  secrets: readonly SecretRow[];
}

export function newIntegrationForm(): IntegrationForm {
  return {
    name: '',
    description: '',
    image_url: '',
    privacy_policy_url: '',
    http_method: 'GET',
    webhook_url: '',
    validation_url: '',
    placeholders: [{ id: -1, name: '', json_path: '' }],
    headers: [],
    secrets: [],
  };
}

export function integrationFormOf(integration: IntegrationDetail): IntegrationForm {
  const { name, description, http_method, webhook_url, placeholders, headers, secrets } = integration;
  return {
    name,
    description,
    image_url: integration.image_url ?? '',
    privacy_policy_url: integration.privacy_policy_url ?? '',
    http_method,
    webhook_url,
    validation_url: integration.validation_url ?? '',
    placeholders: placeholders.map(({ id, name, json_path }) => ({ id, name, json_path })),
    headers: headers.map(({ id, name, value }) => ({ id, name, value })),
    secrets: secrets.map(({ id, name, description }) => ({ id, name, description: description ?? '' })),
  };
}

/** Values of headers may be secrets, which no browser keeps: those of a changed list are to be typed again. */
export function withoutHeaderValues(form: IntegrationForm, begun: IntegrationForm): Partial<IntegrationForm> {
  const { headers, ...others } = form;
  if (JSON.stringify(headers) === JSON.stringify(begun.headers)) return others;
  return { ...others, headers: headers.map((header) => ({ ...header, value: '' })) };
}

/** What is sent: without the rows in which nothing was written, and null for blank addresses. */
export function integrationPayload(form: IntegrationForm): IntegrationInput {
  const { name, description, http_method, webhook_url } = form;
  return {
    name,
    description,
    image_url: form.image_url.trim() || null,
    privacy_policy_url: form.privacy_policy_url.trim() || null,
    http_method,
    webhook_url,
    validation_url: form.validation_url.trim() || null,
    placeholders: form.placeholders
      .filter(isWritten)
      .map(({ id, name, json_path }) => ({ ...known(id), name, json_path })),
    headers: form.headers.filter(isWritten).map(({ id, name, value }) => ({ ...known(id), name, value })),
    secrets: form.secrets
      .filter(isWritten)
      .map(({ id, name, description }) => ({ ...known(id), name, description: description || null })),
  };
}

/** The field at which a problem of the answer is told: rows that were not sent are not counted there. */
export function fieldOfPath(form: IntegrationForm, path: string): string {
  const [list, index, ...rest] = path.split('.');
  if (list !== 'placeholders' && list !== 'headers' && list !== 'secrets') return path;
  const sent = form[list].flatMap((row, place) => (isWritten(row) ? [place] : []));
  return [list, sent[Number(index)] ?? index, ...rest].join('.');
}

/** Whether it says what the first step asks for. */
export const isNamed = ({ name, description }: IntegrationForm) =>
  name.trim() !== '' && description.trim() !== '';

/** Whether it says all that a call needs. */
export function isComplete(form: IntegrationForm): boolean {
  const { placeholders, headers, secrets } = integrationPayload(form);
  return (
    isNamed(form) &&
    form.webhook_url.trim() !== '' &&
    placeholders.every(({ name, json_path }) => name && json_path) &&
    headers.every(({ name, value }) => name && value) &&
    secrets.every(({ name }) => name)
  );
}

/** Rows with one more, in which nothing is written. */
export const withRow = <R extends Row>(rows: readonly R[], blank: Omit<R, 'id' | 'name'>): R[] => [
  ...rows,
  // Whole with the two keys that `blank` leaves out, which the compiler does not see.
  { ...blank, name: '', id: Math.min(0, ...rows.map(({ id }) => id)) - 1 } as R,
];

/** The first of a text, as much as may be saved; no character is cut in half. */
export function cut(text: string, max: number): string {
  return [...text].slice(0, max).join('');
}

export const cutName = (name: string) => cut(name, integrationLimits.part_name);

const isWritten = ({ id: _, ...texts }: PlaceholderRow | HeaderRow | SecretRow) =>
  Object.values(texts).some((text: string) => text.trim() !== '');

const known = (id: number) => (id > 0 ? { id } : {});
