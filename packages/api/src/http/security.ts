import helmet from '@fastify/helmet';
import type { ConfigPublic } from '@tickets/contract/platform/config';
import { discordPictureOrigins } from '@tickets/contract/platform/discord-pictures';
import type { FastifyInstance } from 'fastify';

/** Security headers of every answer. No inline scripts, no frames. */
export async function installSecurity(
  app: FastifyInstance,
  config: ConfigPublic,
  upload_origins: readonly string[] = [],
): Promise<void> {
  const api = originsOf(config.api_url);
  const discords = [...originsOf(config.cdn_url), ...discordPictureOrigins];
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        // Libraries place popups by style attributes.
        styleSrcAttr: ["'unsafe-inline'"],
        // Pictures from anywhere else come through our proxy, so that no stranger learns who looks at them.
        imgSrc: ["'self'", 'data:', 'blob:', ...discords, ...api],
        mediaSrc: ["'self'", ...discords, ...api],
        connectSrc: ["'self'", ...api, ...originsOf(config.ws_url), ...upload_origins],
        fontSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
      },
    },
    // A dashboard on another origin shows our files.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
    // Only this host: anyone who runs it may have others beside it that speak plain HTTP.
    strictTransportSecurity: { includeSubDomains: false },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
}

function originsOf(url: string): string[] {
  return url ? [new URL(url).origin] : [];
}
