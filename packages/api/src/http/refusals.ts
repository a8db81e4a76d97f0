import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, type ErrorBody, type ErrorCode } from '@tickets/contract/platform/errors';

/** For anyone who is refused before there is a request, and so before the headers of `security.ts`. */
export const bareHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

interface Refusal {
  status: number;
  headers: Record<string, string>;
  body: string;
}

function refusalOf(code: ErrorCode): Refusal {
  const error = new AppError(code);
  const refusal: ErrorBody = { success: false, error: error.message, code, request_id: randomUUID() };
  const body = JSON.stringify(refusal);
  const headers = {
    ...bareHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    ...(error.status === 503 && { 'retry-after': '5' }),
  };
  return { status: error.status, headers, body };
}

/** An error in the words of HTTP, for a connection on which no request was understood. */
export function refusalText(code: ErrorCode): string {
  const { status, headers, body } = refusalOf(code);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
}

/** Answers a request that is refused before anything else looks at it. */
export function refuseAtOnce(response: ServerResponse, code: ErrorCode): void {
  const { status, headers, body } = refusalOf(code);
  response.writeHead(status, headers).end(body);
}

/** What the HTTP parser and its clock find wrong, told as the API tells things. */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) socket.write(refusalText(codeOf(error)));
  socket.destroy();
}

function codeOf({ code }: { code?: string }): ErrorCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request.too_slow';
  if (code === 'HPE_HEADER_OVERFLOW') return 'request.headers_too_large';
  return 'request.unreadable';
}
