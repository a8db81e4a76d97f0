import type { FastifyReply } from 'fastify';

export interface AddressBanOptions {
  /** What `Retry-After` says. Undefined: the answer has no such header, as where Cloudflare sends its stored JSON. */
  retryAfterSeconds?: number | undefined;
}

/**
 * Answers as Cloudflare does, which stands before Discord and shuts out addresses that sent too many invalid requests:
 * without `Via`, which Discord's own answers carry, and without a header about rate limits. With `Retry-After` it is the page of its error
 * 1015, without it a JSON text that says the same.
 * https://docs.discord.com/developers/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans
 */
export function answerAsCloudflare(reply: FastifyReply, { retryAfterSeconds }: AddressBanOptions) {
  for (const name of Object.keys(reply.getHeaders()))
    if (name === 'via' || name.startsWith('x-ratelimit-')) reply.removeHeader(name);
  reply.code(429).headers({
    server: 'cloudflare',
    'cf-ray': '8c1f3a5b7d9e0f12-FRA',
    'cache-control': 'private, max-age=0, no-store, no-cache, must-revalidate, post-check=0, pre-check=0',
    expires: 'Thu, 01 Jan 1970 00:00:01 GMT',
    'referrer-policy': 'same-origin',
    'x-frame-options': 'SAMEORIGIN',
  });
  if (retryAfterSeconds === undefined)
    return reply.header('content-type', 'application/json').send(JSON.stringify(blocked));
  return reply
    .headers({ 'content-type': 'text/html; charset=UTF-8', 'retry-after': String(retryAfterSeconds) })
    .send(page);
}

const blocked = {
  message:
    'You are being blocked from accessing our API temporarily due to exceeding our rate limits frequently. Please read our docs at https://discord.com/developers/docs/topics/rate-limits to prevent this moving forward.',
  code: 0,
};

const page = `<!doctype html>
<html lang="en-US">
<head>
<title>Access denied | discord.com used Cloudflare to restrict access</title>
<meta charset="UTF-8">
<meta name="robots" content="noindex, nofollow">
</head>
<body>
<div id="cf-wrapper">
<h1><span>Error</span> <span>1015</span></h1>
<h2>You are being rate limited</h2>
<p>The owner of this website (discord.com) has banned you temporarily from accessing this website.</p>
</div>
</body>
</html>
`;
