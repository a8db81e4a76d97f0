import { startTestApp } from '@tickets/testkit/app';
import {
  buildAnswers,
  buildGuild,
  buildMember,
  buildMessage,
  buildSession,
  buildTicket,
} from '@tickets/testkit/factories';
import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';

/** Each does something in a page that takes it for markup. */
const ATTACKS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "'-alert(1)-'",
  '</style><script>alert(1)</script>',
  '</title><iframe src=javascript:alert(1)>',
  '<!-- --><body onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '[x](javascript:alert(1))',
  '<javascript:alert(1)>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '```html\n<script>alert(1)</script>\n```',
  '||<b onmouseover=alert(1)>||',
  '<meta http-equiv=refresh content="0;url=https://evil.test">',
  '<form action=https://evil.test><input name=q></form>',
  '<base href=https://evil.test/>',
];
const FILES = [{ url: 'javascript:alert(1)' }, { url: 'data:text/html,<script>alert(1)</script>' }];

/** A closed ticket in which every field that a member or a bot can fill holds `attack`. */
async function hostile(attack: string, url: string) {
  const app = await startTestApp();
  const { ctx } = app;
  const { guild_id } = await buildGuild(ctx);
  const opener_id = await buildMember(ctx, { guild_id });
  const token = await buildSession(ctx, opener_id);
  const ticket = await buildTicket(ctx, {
    guild_id,
    opener_id,
    channel_name: attack,
    status: 'closed',
    closed_at: ctx.clock.now(),
    has_transcript: true,
  });
  const key = { guild_id, ticket_id: ticket.ticket_id };
  await buildAnswers(ctx, key, { [attack]: attack });
  const button = { type: 2, style: 5, label: attack, url };
  await buildMessage(ctx, {
    ...key,
    author_id: opener_id,
    author_name: attack,
    content: attack,
    embeds: JSON.stringify([
      {
        title: attack,
        url,
        description: attack,
        author: { name: attack, url },
        fields: [{ name: attack, value: attack }],
        footer: { text: attack },
        image: { url },
        timestamp: attack,
        color: 0xffffffff,
      },
    ]),
    components: JSON.stringify([
      { type: 1, components: [button, { type: 3, placeholder: attack }] },
      {
        type: 17,
        accent_color: 1e12,
        components: [
          { type: 10, content: attack },
          { type: 12, items: [{ media: { url }, description: attack }] },
        ],
      },
      { type: 13, name: attack, file: { url } },
      { type: 9, components: [{ type: 10, content: attack }], accessory: { type: 11, media: { url } } },
    ]),
  });
  const get = (accept: string) =>
    fetch(`${app.url}/api/${guild_id}/transcripts/${ticket.ticket_id}/render`, {
      headers: { authorization: token, 'x-tickets': 'true', accept },
    });
  return { app, get };
}

test.each(ATTACKS)('as a page, %s is text wherever it stands', async (attack) => {
  for (const { url } of FILES) {
    const { app, get } = await hostile(attack, url);
    await using _ = app;
    const answer = await get('text/html');
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    const { document } = new JSDOM(await answer.text()).window;
    const found = [...document.querySelectorAll('*')];
    expect(
      found.filter(({ tagName }) => /^(SCRIPT|IMG|SVG|IFRAME|FORM|INPUT|BASE|OBJECT|LINK)$/i.test(tagName)),
    ).toEqual([]);
    expect(document.querySelectorAll('meta[http-equiv]').length).toBe(1);
    expect(
      found.flatMap(({ attributes }) => [...attributes].filter(({ name }) => name.startsWith('on'))),
    ).toEqual([]);
    expect([...document.querySelectorAll('a')].filter(({ href }) => !/^https?:/.test(href))).toEqual([]);
    expect(document.querySelector('h1')?.textContent).toBe(`#${attack}`);
    expect(document.querySelector('dt')?.textContent).toBe(attack);
  }
});

test('a program that names no form, or any, gets JSON; plain text and a page are told apart by Accept', async () => {
  const { app, get } = await hostile('**bold** `code`', 'https://files.test/a.png');
  await using _ = app;
  for (const accept of ['*/*', 'application/json', 'application/json, text/html', ''])
    expect((await get(accept)).headers.get('content-type')).toContain('application/json');
  expect((await get('text/html,application/xhtml+xml,*/*;q=0.8')).headers.get('content-type')).toContain(
    'text/html',
  );
  const plain = await get('text/plain');
  expect(plain.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await plain.text()).toContain('**bold** `code`');
  const page = await (await get('text/html')).text();
  expect(page).toContain('<strong>bold</strong> <code>code</code>');
});

test('what may not be read is refused in the same way in each form', async () => {
  const { app } = await hostile('x', 'https://files.test/');
  await using _ = app;
  const { guild_id } = await buildGuild(app.ctx);
  const token = await buildSession(app.ctx, await buildMember(app.ctx, { guild_id, level: 2 }));
  const answer = await fetch(`${app.url}/api/${guild_id}/transcripts/99/render`, {
    headers: { authorization: token, 'x-tickets': 'true', accept: 'text/html' },
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    404,
    'application/json; charset=utf-8',
  ]);
});
