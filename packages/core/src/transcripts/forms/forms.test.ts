import { buildGuild, buildMember, buildSession } from '@tickets/testkit/data/factories';
import { attacks, attackUrls, buildHostileTicket } from '@tickets/testkit/data/hostile-ticket';
import { startTestApp } from '@tickets/testkit/worlds/app';
import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';

/** A hostile closed ticket, and how its opener is answered. */
async function hostile(attack: string, url: string) {
  const app = await startTestApp();
  const { ctx } = app;
  const { guild_id } = await buildGuild(ctx);
  const opener_id = await buildMember(ctx, { guild_id });
  const token = await buildSession(ctx, opener_id);
  const ticket = await buildHostileTicket(ctx, attack, url, { guild_id, opener_id });
  const get = (accept: string) =>
    fetch(`${app.url}/api/${guild_id}/transcripts/${ticket.ticket_id}/render`, {
      headers: { authorization: token, 'x-tickets': 'true', accept },
    });
  return { app, get };
}

test.each(attacks)('as a page, %s is text wherever it stands', async (attack) => {
  for (const url of attackUrls) {
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
