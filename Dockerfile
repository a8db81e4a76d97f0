# The pages are built with everything, and the program runs with what it needs (scripts/image.ts).
# Base images are named by digest, so that the same sources make the same image; renew both lines together.
FROM node:24-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY apps/tickets/package.json apps/tickets/
COPY apps/web/package.json apps/web/
COPY apps/discord/package.json apps/discord/
COPY packages/contract/package.json packages/contract/
COPY packages/core/package.json packages/core/
COPY packages/api/package.json packages/api/
COPY packages/bot/package.json packages/bot/
COPY packages/discord-sim/package.json packages/discord-sim/
COPY packages/discord-ui/package.json packages/discord-ui/
COPY packages/testkit/package.json packages/testkit/
RUN npm ci --no-audit --no-fund
COPY . .
RUN node -e "import('./scripts/build-web.ts').then((build) => build.buildWebWhenStale())" \
 && node scripts/image.ts /program

FROM node:24-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
WORKDIR /app
COPY --from=build /program ./
# Keeps the code without its types, so that what strips them (20 MB) need not be loaded.
ENV NODE_COMPILE_CACHE=/app/.code
RUN node -e "import('./apps/tickets/src/commands/start.ts').then(() => process.exit())" && chown -R node:node .code
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
# 8081 is the simulated Discord, which runs while there is no DISCORD_TOKEN.
EXPOSE 8080 8081
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# Memory that several threads use in turn, in two heaps instead of eight for each processor: 5 MB less when idle.
ENV MALLOC_ARENA_MAX=2
# A small young generation keeps the idle program below 150 MB at little cost; bench/start.ts measures it.
CMD ["node", "--max-semi-space-size=2", "apps/tickets/src/main.ts", "start"]
