import { vi } from 'vitest';

export interface SeenRequest {
  method: string;
  url: URL;
  headers: Headers;
  body: unknown;
}

/** Stands in for the network: answers by the function, and keeps what was asked. */
export function answerWith(answer: (request: SeenRequest) => Response | Promise<Response>): SeenRequest[] {
  const seen: SeenRequest[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const request = {
      method: init.method ?? 'GET',
      url: new URL(input, 'http://localhost:3000'),
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
    };
    seen.push(request);
    return answer(request);
  });
  return seen;
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}
