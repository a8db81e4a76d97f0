import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '@tickets/core/platform/context';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { linksOf } from './links.ts';
import { publicConfig } from './public-config.ts';

const address = 'http://localhost:8080';
const addresses = {
  port: 8080,
  simPort: 8081,
  clockAheadMs: 0,
  public: address,
  dashboard: address,
  own: 'http://localhost:8080',
  simulator: 'http://localhost:8081',
};
const oauth = {
  url: 'http://discord-proxy.internal',
  web_url: 'https://discord.test',
  client_id: '1',
  client_secret: '',
  redirect_uri: `${address}/callback`,
};
const shown = (environment: Record<string, string>) => {
  const config = readConfig(environment, {});
  const links = linksOf(config, addresses, oauth);
  const ctx = { config: { oauth, links, cdn_url: '' } } as unknown as Context; // The part that it reads.
  return publicConfig(config, addresses, ctx);
};

test('who runs the installation is said as configured, and unknown until then', () => {
  expect(shown({})).toMatchObject({ operator_name: null, operator_contact: null });
  const configured = { OPERATOR_NAME: 'Harbour Club', OPERATOR_CONTACT: 'privacy@harbour.test' };
  expect(shown(configured)).toMatchObject({
    operator_name: 'Harbour Club',
    operator_contact: 'privacy@harbour.test',
  });
});

test('every link leads to a page of our own where none is configured', () => {
  const { docs_url, main_site_url, premium_url } = shown({});
  expect([docs_url, main_site_url]).toEqual([`${address}/docs`, `${address}/welcome`]);
  const guide = premium_url.replace(docs_url, '');
  expect(existsSync(join(import.meta.dirname, `../../../../docs${guide}.md`))).toBe(true);
});

test('configured links are taken as they are', () => {
  const links = shown({
    DOCS_URL: 'https://docs.test',
    MAIN_SITE_URL: 'https://site.test',
    PREMIUM_URL: 'https://shop.test/premium',
    INVITE_URL: 'https://invite.test',
  });
  expect(links).toMatchObject({
    docs_url: 'https://docs.test',
    main_site_url: 'https://site.test',
    premium_url: 'https://shop.test/premium',
    invite_url: 'https://invite.test',
  });
});

test("browsers are sent to Discord's own pages, wherever our calls go", () => {
  const { authorize_url, invite_url } = shown({});
  expect(authorize_url).toBe('https://discord.test/oauth2/authorize');
  expect(invite_url).toMatch('https://discord.test/oauth2/authorize?client_id=1&');
});
