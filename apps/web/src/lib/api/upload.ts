import type { RouteName } from '@tickets/contract/route-paths';
import type { RouteAnswer } from '@tickets/contract/routes';
import { translate } from '../page/translate.ts';
import { type AnyInput, ApiError, checked, readBody, requestOf } from './api.ts';

export interface UploadProgress {
  sent: number;
  total: number;
}

export interface UploadOptions {
  signal: AbortSignal;
  onProgress: (progress: UploadProgress) => void;
}

/** Sends a form to a route of the contract, and tells on the way how much of it has gone. */
export async function callWithForm<N extends RouteName>(
  name: N,
  input: AnyInput,
  form: FormData,
  options: UploadOptions,
): Promise<RouteAnswer<N>> {
  const response = await sendWithProgress({ ...requestOf(name, input), body: form }, options);
  // The server is mounted from the same contract, which promises this shape for this route.
  return (await readBody(await checked(response))) as RouteAnswer<N>;
}

/** Puts a file to an address that was given for it, with its content type and no other header. */
export async function putFile(
  url: string,
  file: File,
  content_type: string,
  options: UploadOptions,
): Promise<void> {
  const headers = new Headers({ 'Content-Type': content_type });
  const response = await sendWithProgress({ method: 'PUT', url, headers, body: file }, options);
  // The address may be a bucket's, where a 401 says nothing about our session.
  await checked(response, { signInOn401: false });
}

/** By the browser's older interface, because fetch does not tell how much of a body has gone. */
function sendWithProgress(
  {
    method,
    url,
    headers,
    body,
  }: { method: string; url: string; headers: Headers; body: XMLHttpRequestBodyInit },
  { signal, onProgress }: UploadOptions,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of headers) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total });
    request.onload = () => {
      const type = request.getResponseHeader('content-type') ?? 'text/plain';
      const { status, responseText } = request;
      const hasBody = status !== 204 && status !== 304;
      resolve(new Response(hasBody ? responseText : null, { status, headers: { 'content-type': type } }));
    };
    request.onerror = () => reject(new ApiError(0, { error: translate('common.error.unreachable') }));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    if (signal.aborted) reject(signal.reason);
    else request.send(body);
  });
}
