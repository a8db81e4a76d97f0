import { pictureUrl } from '@tickets/core/platform/net/picture-proxy';
import { type ApiParts, mount } from '../http/mount.ts';

export function pictureRoutes(parts: ApiParts): void {
  mount(parts, 'pictures.preview', async ({ body }) => ({
    success: true as const,
    url: pictureUrl(parts.ctx, body.url) ?? null,
  }));
}
