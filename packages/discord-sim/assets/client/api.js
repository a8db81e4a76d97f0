/** Refused, with the words of whoever refused. */
export class Refused extends Error {
  constructor(status, body) {
    super(body?.message ?? `The simulator answered ${status}.`);
    this.status = status;
    this.code = body?.code;
    this.errors = body?.errors;
  }
}

const identity = { id: null, token: null };

export function speakAs(id, token) {
  identity.id = id;
  identity.token = token;
}

async function send(method, url, body, headers) {
  const isForm = body instanceof FormData;
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
    body: body && !isForm ? JSON.stringify(body) : body,
  });
  const text = await response.text();
  const answer = text ? JSON.parse(text) : undefined;
  if (!response.ok) throw new Refused(response.status, answer);
  return answer;
}

/** The page's own questions. */
export function ask(method, path, body) {
  return send(method, `/client-api${path}`, body, identity.id ? { 'x-person': identity.id } : {});
}

/** What a person's client sends to Discord. */
export function discord(method, path, body) {
  return send(method, `/api/v10${path}`, body, { authorization: identity.token });
}

/** Listens to what happens; `events` has a function for each kind. Returns how to stop. */
export function listen(id, events, onState) {
  const source = new EventSource(`/client-api/live?as=${id}`);
  for (const [name, handle] of Object.entries(events)) {
    source.addEventListener(name, (event) => handle(JSON.parse(event.data)));
  }
  source.addEventListener('open', () => onState(true));
  source.addEventListener('error', () => onState(false));
  return () => source.close();
}
