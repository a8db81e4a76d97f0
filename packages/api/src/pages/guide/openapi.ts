import { type Action, actions, isProductAction, type TicketParty } from '@tickets/contract/access/actions';
import { PermissionLevel } from '@tickets/contract/access/levels';
import { errorTable } from '@tickets/contract/platform/errors';
import type { Route } from '@tickets/contract/platform/route';
import { type FileLimits, megabytes, type StreamLimits } from '@tickets/contract/platform/uploads';
import { type RouteName, routePaths } from '@tickets/contract/route-paths';
import { routes } from '@tickets/contract/routes';
import { z } from 'zod';

type Json = Record<string, unknown>;

function whoMay({ access }: Route): string {
  if (access === 'public') return 'Everyone.';
  if (access === 'user') return 'Everyone who is signed in.';
  if (access === 'whitelabel') return 'Everyone who is signed in and has whitelabel premium.';
  if (isProductAction(access)) return 'Administrators of this product.';
  const { level, ticket }: Action = actions[access];
  if (level === PermissionLevel.admin) return 'Administrators of the server.';
  if (level === PermissionLevel.none)
    return 'The person who opened the ticket, its staff, and administrators of the server.';
  return `Support staff and administrators of the server${ticket ? `, ${ofTicket[ticket]}` : ''}.`;
}

const ofTicket: Record<TicketParty, string> = {
  reader: 'who see the ticket',
  writer: 'who are staff for the ticket, and whom no claim keeps from writing',
  worker: 'who are staff for the ticket',
  holder: 'who are staff for the ticket, and claimed it or found it unclaimed',
  staff: 'who are staff for the ticket and did not open it',
  present: 'whom no claim keeps from writing',
  opener: 'who opened the ticket',
  staff_or_opener: 'of any panel, and who opened the ticket',
};

/** The OpenAPI document of every route of the contract. */
export function openApiDocument({ version, server }: { version: string; server: string }): Json {
  const paths: Record<string, Json> = {};
  for (const name of Object.keys(routePaths) as RouteName[]) {
    const [method, path] = routePaths[name];
    const key = path.replace(/:(\w+)/g, '{$1}');
    paths[key] = { ...paths[key], [method.toLowerCase()]: operation(name, routes[name], path) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tickets',
      version,
      description:
        'The interface that the dashboard uses. Sign in to get a token and send it as it is in the header ' +
        '`Authorization`; calls under /api also carry `x-tickets: true`. Every id is a string.',
    },
    servers: [{ url: server }],
    tags: [...new Set(Object.values(routes).map(({ subject }) => subject))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } },
      schemas: { Error: errorSchema },
    },
  };
}

const errorSchema = {
  type: 'object',
  required: ['success', 'error', 'code', 'request_id'],
  properties: {
    success: { const: false },
    error: { type: 'string', description: 'A text for a person; it says what to do next.' },
    code: {
      type: 'string',
      enum: Object.keys(errorTable),
      description: 'What programs tell errors apart by.',
    },
    fields: {
      type: 'array',
      description: 'Every problem of the input, with the dotted path to it.',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
    request_id: {
      type: 'string',
      description: 'Also in the header x-request-id; name it when you report a problem.',
    },
  },
};

function operation(name: RouteName, route: Route, path: string): Json {
  const isOpen = route.access === 'public';
  const limits = route.limits?.map(({ per, max, period_ms }) => `${max} in ${period_ms / 1000} s by ${per}`);
  return {
    operationId: name,
    summary: route.summary,
    description: [`For: ${whoMay(route)}`, limits && `Limits: ${limits.join(', ')}.`]
      .filter(Boolean)
      .join(' '),
    tags: [route.subject],
    ...(!isOpen && { security: [{ token: [] }] }),
    parameters: [
      ...(path.startsWith('/api/') || path === '/callback' || path === '/logout' ? [clientHeader] : []),
      ...parameters('path', route.params),
      ...parameters('query', route.query),
    ],
    ...(route.body && { requestBody: { content: contentOf(route.body, route.files) } }),
    ...(route.streams && { requestBody: { content: formOf(route.streams) } }),
    responses: { ...successes(route), ...refusals(route) },
  };
}

const clientHeader = { name: 'x-tickets', in: 'header', required: true, schema: { const: 'true' } };

function parameters(where: 'path' | 'query', schema: z.ZodType | undefined): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: of,
  }));
}

function successes(route: Route): Json {
  const headers = Object.entries(route.answer_headers ?? {}).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  return Object.fromEntries(
    Object.entries(route.answers).map(([status, schema]) => [
      status,
      {
        description: 'Done.',
        ...(headers.length && { headers: Object.fromEntries(headers) }),
        ...(schema && { content: json(schemaOf(schema, 'output')) }),
      },
    ]),
  );
}

function refusals(route: Route): Json {
  const isGuarded = route.access !== 'public';
  const inServer = route.access in actions;
  const texts: [string, string, boolean][] = [
    ['400', 'Something that was sent is not valid.', true],
    ['401', 'No session, or one that has ended: sign in again.', isGuarded],
    ['403', 'A member of the server, but not allowed to do this.', inServer],
    ['404', 'Not there, or not yours to see.', inServer],
    ['429', 'Too many calls; the header Retry-After says when to go on.', true],
  ];
  const applying = texts.filter(([, , applies]) => applies);
  return Object.fromEntries(
    applying.map(([status, description]) => [
      status,
      { description, content: json({ $ref: '#/components/schemas/Error' }) },
    ]),
  );
}

/** The body as JSON, and where files may come with it, as a form around both. */
function contentOf(body: z.ZodType, files: FileLimits | undefined): Json {
  const schema = schemaOf(body, 'input');
  if (!files) return json(schema);
  const { count, file_bytes, total_bytes } = files;
  const form = {
    type: 'object',
    required: ['payload_json'],
    properties: { payload_json: schema },
    patternProperties: {
      '^files\\[\\d{1,2}\\]$': {
        type: 'string',
        contentMediaType: 'application/octet-stream',
        description: `A file of at most ${megabytes(file_bytes)}.`,
      },
    },
    additionalProperties: false,
    description:
      `The body as JSON in payload_json, and at most ${count} files in files[0], files[1] and so on, ` +
      `together at most ${megabytes(total_bytes)}.`,
  };
  const encoding = { payload_json: { contentType: 'application/json' } };
  return { ...json(schema), 'multipart/form-data': { schema: form, encoding } };
}

/** Files alone, each in a part of its own name. */
function formOf({ fields, file_bytes }: StreamLimits): Json {
  const file = {
    type: 'string',
    contentMediaType: 'application/octet-stream',
    description: `A file of at most ${megabytes(file_bytes)}.`,
  };
  const properties = Object.fromEntries(fields.map((name) => [name, file]));
  return { 'multipart/form-data': { schema: { type: 'object', properties, additionalProperties: false } } };
}

function json(schema: Json) {
  return { 'application/json': { schema } };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
