/* Shows /api/openapi.json. Everything is written as text, so that the document cannot put markup into it. */

import { el, search, wordsOf } from './page.js';

const root = document.querySelector('#content');
const contents = document.querySelector('#contents');

/** Ids are strings of digits; scripts may send them as numbers too. */
function isId(schema) {
  const types = schema.anyOf?.map(({ type }) => type).join();
  return types === 'string,integer' || schema.pattern?.startsWith('^(0|[1-9]');
}

function typeOf(schema) {
  if (isId(schema)) return 'id';
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return [...new Set(options.map(typeOf))].join(' | ');
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`;
  return Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'anything');
}

function bounds(schema) {
  const named = [
    ['minLength', 'at least %s characters'],
    ['maxLength', 'at most %s characters'],
    ['minimum', 'at least %s'],
    ['maximum', 'at most %s'],
    ['default', 'by default %s'],
  ];
  return named
    .filter(([key]) => key in schema && Math.abs(Number(schema[key])) !== Number.MAX_SAFE_INTEGER)
    .map(([key, text]) => text.replace('%s', JSON.stringify(schema[key])));
}

/** The object in a schema, through lists and choices, whose fields are worth listing. */
function objectIn(schema) {
  if (!schema) return undefined;
  if (schema.properties) return schema;
  for (const inner of [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
    const found = objectIn(inner);
    if (found) return found;
  }
  return undefined;
}

function fields(schema) {
  const object = objectIn(schema);
  if (!object) return el('p', {}, el('code', {}, typeOf(schema ?? {})));
  const required = new Set(object.required ?? []);
  return el(
    'ul',
    { class: 'fields' },
    Object.entries(object.properties).map(([name, field]) => {
      const notes = [required.has(name) ? undefined : 'optional', ...bounds(field), field.description];
      const inner = objectIn(field);
      return el(
        'li',
        {},
        el('code', {}, name),
        ` ${typeOf(field)}`,
        el(
          'span',
          { class: 'about' },
          notes
            .filter(Boolean)
            .map((note) => ` · ${note}`)
            .join(''),
        ),
        inner ? fields(inner) : undefined,
      );
    }),
  );
}

function example(schema, depth = 0) {
  if (!schema || depth > 5) return null;
  if ('default' in schema) return schema.default;
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (isId(schema)) return '123456789012345678';
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return example(options[0], depth + 1);
  if (schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, field]) => [name, example(field, depth + 1)]),
    );
  }
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'array') return [example(schema.items, depth + 1)];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1);
  if (type === 'string') return 'text';
  return type === 'object' ? {} : null;
}

function section(title, schema, withExample) {
  return [
    el('h4', {}, title),
    fields(schema),
    withExample
      ? el('pre', { tabindex: '0' }, el('code', {}, JSON.stringify(example(schema), null, 2)))
      : undefined,
  ];
}

function operation(method, path, route) {
  const body = route.requestBody?.content['application/json'].schema;
  const parameters = {
    properties: Object.fromEntries(route.parameters.map(({ name, schema }) => [name, schema])),
    required: route.parameters.filter(({ required }) => required).map(({ name }) => name),
  };
  const answers = Object.entries(route.responses).map(([status, answer]) => {
    const schema = answer.content?.['application/json'].schema;
    const isError = schema?.$ref !== undefined;
    if (isError) return el('p', {}, el('code', {}, status), ` ${answer.description}`);
    return schema
      ? section(`Answer ${status}`, schema, true)
      : el('h4', {}, `Answer ${status}, without a body`);
  });
  return el(
    'details',
    {
      id: route.operationId,
      'data-words': `${method} ${path} ${route.summary} ${route.operationId}`.toLowerCase(),
    },
    el(
      'summary',
      {},
      el('span', { class: `method ${method}` }, method.toUpperCase()),
      el('code', { class: 'path' }, path),
      el('span', { class: 'about' }, route.summary),
    ),
    el(
      'div',
      { class: 'operation' },
      el('p', {}, route.description),
      route.parameters.length ? section('Parameters', parameters, false) : undefined,
      body ? section('Body', body, true) : undefined,
      answers.flat(),
    ),
  );
}

function show(document_) {
  const all = Object.entries(document_.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, route]) => ({ path, method, route })),
  );
  const subjects = document_.tags.map(({ name }) => name);
  const ofSubject = (subject) => all.filter(({ route }) => route.tags.includes(subject));
  contents.replaceChildren(
    el(
      'ul',
      {},
      [...subjects, 'Errors'].map((subject) => el('li', {}, el('a', { href: `#${idOf(subject)}` }, subject))),
    ),
  );
  root.replaceChildren(
    el('h1', {}, 'API'),
    el('p', {}, withCode(document_.info.description)),
    el('p', {}, 'The same as data: ', el('a', { href: '/api/openapi.json' }, 'openapi.json')),
    el('p', { id: 'none', role: 'status', class: 'about' }),
    ...subjects.map((subject) =>
      el(
        'section',
        { 'aria-labelledby': idOf(subject) },
        el('h2', { id: idOf(subject) }, subject),
        el(
          'div',
          { class: 'operations' },
          ofSubject(subject).map(({ method, path, route }) => operation(method, path, route)),
        ),
      ),
    ),
    el(
      'section',
      { 'aria-labelledby': 'errors' },
      el('h2', { id: 'errors' }, 'Errors'),
      el('p', {}, 'Every answer that is not a success has this body.'),
      fields(document_.components.schemas.Error),
    ),
  );
  filter();
  openNamed();
}

const idOf = (subject) => subject.toLowerCase().replace(/[^\w]+/g, '-');

/** What stands between backticks is code. */
function withCode(text) {
  return text.split('`').map((part, index) => (index % 2 ? el('code', {}, part) : part));
}

/** Leaves the calls whose address or summary has every word that is searched for. */
function filter() {
  const words = wordsOf(search.value);
  let shown = 0;
  for (const part of root.querySelectorAll('section')) {
    const calls = [...part.querySelectorAll('details')];
    for (const call of calls) call.hidden = !words.every((word) => call.dataset.words.includes(word));
    const left = calls.filter((call) => !call.hidden).length;
    part.hidden = words.length > 0 && left === 0;
    shown += left;
  }
  const none = root.querySelector('#none');
  if (none)
    none.textContent = words.length
      ? shown === 0
        ? 'No call has these words.'
        : `${shown} ${shown === 1 ? 'call' : 'calls'} found`
      : '';
}

search.addEventListener('input', filter);

/** An address that names a route opens it. */
function openNamed() {
  const named = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!named) return;
  if (named.closest('[hidden]')) {
    search.value = '';
    filter();
  }
  if (named instanceof HTMLDetailsElement) named.open = true;
  named.scrollIntoView();
}

addEventListener('hashchange', openNamed);

try {
  const response = await fetch('/api/openapi.json');
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  show(await response.json());
} catch (error) {
  root.append(
    el('p', { role: 'alert' }, `The description could not be loaded: ${error.message}. Reload the page.`),
  );
}
