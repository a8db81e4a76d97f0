import { accessIn } from '@tickets/testkit/data/access';
import { changesSince } from '@tickets/testkit/data/changes';
import { buildGuild, buildMember } from '@tickets/testkit/data/factories';
import { buildHostileTicket } from '@tickets/testkit/data/hostile-ticket';
import { createTestContext } from '@tickets/testkit/worlds/context';
import { expect, test } from 'vitest';
import { callBy } from '../../access/caller.ts';
import { conversation } from '../../personal-data/export/rows.ts';
import { atOnce } from '../../platform/async/turns.ts';
import { readPictureToken } from '../../platform/net/picture-proxy.ts';
import { makeLink, openLink } from '../../transcripts/links.ts';
import { whole } from '../../transcripts/piece.ts';
import { readPiece, renderTranscript } from '../../transcripts/render.ts';
import { getOwnTicket } from '../own/view.ts';
import { withPictures } from './shown-pictures.ts';

const elsewhere = 'https://pictures.example/who-reads-this.png';

/** Where the browser is sent for pictures: every address that it loads by itself. Whatever has an address has one of these beside it. */
function fetchedIn(value: unknown, key = ''): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).flatMap(([name, one]) => fetchedIn(one, name));
  if ('filename' in value && 'proxy_url' in value) return [...inside, value.proxy_url];
  if (['image', 'thumbnail', 'video', 'media', 'file'].includes(key) && 'url' in value)
    return [...inside, 'proxy_url' in value ? value.proxy_url : value.url];
  if ('icon_url' in value)
    return [...inside, 'proxy_icon_url' in value ? value.proxy_icon_url : value.icon_url];
  return inside;
}

test('no answer with messages sends a browser to a stranger for a picture, and each keeps the address itself', async () => {
  await using context = await createTestContext();
  const { ctx } = context;
  const { guild_id } = await buildGuild(ctx);
  const opener_id = await buildMember(ctx, { guild_id });
  const ticket = await buildHostileTicket(ctx, 'hello', elsewhere, { guild_id, opener_id });
  const key = { guild_id, ticket_id: ticket.ticket_id };
  const as = async (user_id: string) => callBy(ctx, await accessIn({ ctx, guild_id }, user_id), 'dashboard');
  const staff = await as(await buildMember(ctx, { guild_id, level: 2 }));
  const { url } = await makeLink(staff, key, { days: 1 });
  const shared = await openLink(ctx, url.split('#')[1] ?? '', atOnce);
  const piece = await readPiece(staff, { ...key, after: `${key.ticket_id}-1`, deleted: true, limit: 10 });
  const answers = {
    transcript: await renderTranscript(staff, { ...key, deleted: true }),
    piece: await whole(piece.messages),
    shared: await whole(shared.messages),
    own: await getOwnTicket(await as(opener_id), key),
    live: await changesSince(ctx, { ...key, seq: 0, is_staff: true }),
  };
  for (const [name, answer] of Object.entries(answers)) {
    const fetched = fetchedIn(answer);
    // Two embeds with five pictures, three of components, one file.
    expect([name, fetched.length]).toEqual([name, 14]);
    for (const address of fetched) {
      const [base, token = ''] = String(address).split('?token=');
      expect([name, base]).toEqual([name, `${ctx.config.api_url}/image-proxy`]);
      expect(readPictureToken(ctx, token)).toBe(elsewhere);
    }
    expect(JSON.stringify(answer)).toContain(`"url":"${elsewhere}"`);
  }
  const copy = [];
  for await (const row of conversation(ctx, { ...key, imported: false })) copy.push(row);
  expect(JSON.stringify(copy)).not.toContain('image-proxy');
  expect(JSON.stringify(copy)).toContain(elsewhere);
});

test('what Discord itself serves stays, and the address that somebody else made up for it does not', async () => {
  await using context = await createTestContext();
  const { ctx } = context;
  const discords = 'https://media.discordapp.net/attachments/1/2/a.png';
  const pictureOf = (image: object) => withPictures(ctx, [{ image }], 1)[0]?.image as Record<string, string>;
  expect(pictureOf({ url: elsewhere, proxy_url: discords }).proxy_url).toBe(discords);
  expect(pictureOf({ url: `${ctx.config.cdn_url}/a.png` }).proxy_url).toBe(`${ctx.config.cdn_url}/a.png`);
  for (const proxy_url of [
    elsewhere,
    'https://media.discordapp.net.evil.example/a.png',
    'https://media.discordapp.net@evil.example/',
    5,
  ])
    expect(pictureOf({ url: elsewhere, proxy_url }).proxy_url).toContain('/image-proxy?token=');
  for (const url of [
    'javascript:alert(1)',
    'data:image/svg+xml,<svg/>',
    `https://a.example/${'x'.repeat(5_000)}`,
    '',
    5,
    {},
  ])
    expect(pictureOf({ url, proxy_url: url }).proxy_url).toBeUndefined();
});

test('pieces of any shape and depth are answered', async () => {
  await using context = await createTestContext();
  let deep: Record<string, unknown> = { media: { url: elsewhere } };
  for (let depth = 0; depth < 100_000; depth += 1) deep = { components: [deep] };
  expect(withPictures(context.ctx, [deep, { image: null, footer: 5, fields: [null] }], 1)).toHaveLength(2);
});
