import type { FastifyInstance, FastifyReply } from 'fastify';
import { isAttachmentLinkValid } from '../world/attachment-links.ts';
import { imageKey } from '../world/images.ts';
import type { World } from '../world/world.ts';
import { contentTypeOf, isShownInline } from './content-types.ts';
import { drawBot, drawDefaultAvatar, drawEmoji, drawFace, drawGuild } from './draw.ts';

const SIZES = [
  16, 20, 22, 24, 28, 32, 40, 44, 48, 56, 60, 64, 80, 96, 100, 128, 160, 240, 256, 300, 320, 480, 512, 600,
  640, 1024, 1280, 1536, 2048, 3072, 4096,
];
const FOREVER = 'public, max-age=31536000, immutable';

interface PictureAddress {
  Params: { id: string; file: string; member?: string };
  Querystring: { size?: string };
}

interface AttachmentAddress {
  Params: { channel: string; id: string; '*': string };
  Querystring: { ex?: string; is?: string; hm?: string };
}

/** Pictures and files at the addresses of Discord's CDN. */
export function mountCdn(app: FastifyInstance, world: World): void {
  app.register(
    async (cdn) => {
      cdn.addHook('onSend', async (_request, reply) => {
        // Whatever someone uploaded must not become a page of ours.
        void reply
          .header('access-control-allow-origin', '*')
          .header('x-content-type-options', 'nosniff')
          .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
      });
      cdn.get<PictureAddress>('/avatars/:id/:file', (request, reply) => {
        const user = world.users.get(request.params.id);
        const hash = hashOf(request.params.file);
        if (!user && hash) return sendWebhookAvatar(world, reply, request, hash);
        if (!user || !hash || hash !== user.avatar) return notFound(reply);
        return sendPicture(world, reply, request.query.size, hash, () =>
          user.bot ? drawBot(user.id) : drawFace(`${user.id}${hash}`),
        );
      });
      cdn.get<PictureAddress>('/guilds/:id/users/:member/avatars/:file', (request, reply) => {
        const { id, member, file } = request.params;
        const hash = hashOf(file);
        if (!hash || !world.members.has(`${id}:${member}`)) return notFound(reply);
        return sendPicture(world, reply, request.query.size, hash, () => drawFace(`${member}${hash}`));
      });
      cdn.get<{ Params: { file: string } }>('/embed/avatars/:file', (request, reply) => {
        const index = /^([0-5])\.png$/.exec(request.params.file)?.[1];
        if (index === undefined) return notFound(reply);
        return sendSvg(reply, drawDefaultAvatar(Number(index)));
      });
      cdn.get<PictureAddress>('/icons/:id/:file', (request, reply) => {
        const guild = world.guilds.get(request.params.id);
        const hash = hashOf(request.params.file);
        // The client page asks for `none` to show initials; Discord's own client draws those itself.
        if (!guild || !hash || hash !== (guild.icon ?? 'none')) return notFound(reply);
        return sendPicture(world, reply, request.query.size, hash, () =>
          drawGuild(`${guild.id}${hash}`, guild.name),
        );
      });
      cdn.get<PictureAddress>('/app-icons/:id/:file', (request, reply) => {
        const application = world.applications.get(request.params.id);
        const hash = hashOf(request.params.file);
        if (!application || !hash || hash !== application.icon) return notFound(reply);
        return sendPicture(world, reply, request.query.size, hash, () => drawBot(application.bot_user_id));
      });
      cdn.get<{ Params: { file: string }; Querystring: { size?: string } }>(
        '/emojis/:file',
        (request, reply) => {
          const id = hashOf(request.params.file);
          if (!id || !world.emojis.has(id)) return notFound(reply);
          return sendPicture(world, reply, request.query.size, id, () => drawEmoji(id));
        },
      );
      cdn.get<AttachmentAddress>('/attachments/:channel/:id/*', (request, reply) => {
        const { channel, id, '*': filename } = request.params;
        const link = { channelId: channel, id, ...request.query };
        const bytes = isAttachmentLinkValid(world, link) ? world.blobs.get(id) : undefined;
        if (!bytes)
          return reply
            .code(404)
            .type('text/plain;charset=UTF-8')
            .send('This content is no longer available.');
        const type = contentTypeOf(filename);
        const disposition = isShownInline(type) ? 'inline' : 'attachment';
        return reply
          .type(type)
          .header('content-disposition', `${disposition}; filename*=UTF-8''${encodeURIComponent(filename)}`)
          .header('cache-control', 'private, max-age=3600')
          .send(Buffer.from(bytes));
      });
    },
    { prefix: '/cdn' },
  );
}

/** The hash in `{hash}.{ext}`; Discord knows these four kinds and no others. */
function hashOf(file: string): string | undefined {
  return /^((?:a_)?[\w-]{1,64})\.(?:png|jpe?g|webp|gif)$/.exec(file)?.[1];
}

function sendPicture(
  world: World,
  reply: FastifyReply,
  size: string | undefined,
  hash: string,
  draw: () => string,
): FastifyReply {
  if (size !== undefined && !SIZES.includes(Number(size)))
    return reply.code(400).type('text/plain').send('Invalid size');
  const uploaded = world.blobs.get(imageKey(hash));
  if (!uploaded) return sendSvg(reply, draw());
  return reply.type(imageType(uploaded)).header('cache-control', FOREVER).send(Buffer.from(uploaded));
}

/** A webhook has a picture of its own, and each of its messages may come with another one's address. */
function sendWebhookAvatar(
  world: World,
  reply: FastifyReply,
  { params, query }: { params: PictureAddress['Params']; query: PictureAddress['Querystring'] },
  hash: string,
): FastifyReply {
  const elsewhere = world.meta.get(`avatar:${hash}`)?.value;
  if (typeof elsewhere === 'string') return reply.redirect(elsewhere, 302);
  if (world.webhooks.get(params.id)?.avatar !== hash) return notFound(reply);
  return sendPicture(world, reply, query.size, hash, () => drawBot(params.id));
}

/** What a picture is, by its first bytes. */
function imageType(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\x89PNG')) return 'image/png';
  if (start.startsWith('GIF8')) return 'image/gif';
  if (start.startsWith('\xff\xd8')) return 'image/jpeg';
  if (start.startsWith('RIFF')) return 'image/webp';
  return 'application/octet-stream';
}

function sendSvg(reply: FastifyReply, svg: string): FastifyReply {
  return reply.type('image/svg+xml').header('cache-control', FOREVER).send(svg);
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).type('text/plain').send('');
}
