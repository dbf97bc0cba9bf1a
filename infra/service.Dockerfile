# One image for every service: docker build -f infra/service.Dockerfile --build-arg SERVICE=catalog .
# Node runs the TypeScript directly, but not inside node_modules, so the workspace is copied and installed
# with --prod, never packed by `pnpm deploy`. Folders that the service does not use are left out.
ARG SERVICE
# A release pins its digest: infra/images.env.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS base
RUN npm install --global pnpm@12.21.0
WORKDIR /app

# The built web client, which only the gateway serves.
FROM base AS web
COPY . .
RUN pnpm install --frozen-lockfile --filter "@larksong/web..." \
 && pnpm --filter @larksong/web build

FROM base AS packages
ARG SERVICE
COPY . .
# --filter-prod: with its development dependencies, every service would install a whole Postgres.
RUN pnpm install --frozen-lockfile --prod --filter-prod "@larksong/${SERVICE}..." \
 # The command line for operators uses the migrations and the commands of the services.
 && if [ "${SERVICE}" = operate ]; then rm -rf services/gateway services/transcoder; \
    else find services -mindepth 1 -maxdepth 1 ! -name "${SERVICE}" -exec rm -rf {} +; rm -rf infra/operate; fi \
 && find infra -mindepth 1 -maxdepth 1 ! -name operate -exec rm -rf {} + \
 && rm -rf web e2e bench docs tools packages/*/test services/*/test infra/*/test

FROM ${NODE_IMAGE} AS system
# npm and corepack are removed, since nothing in the image installs packages.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack
WORKDIR /app

FROM system AS service-auth
FROM system AS service-catalog
FROM system AS service-game

FROM system AS service-operate
RUN printf '#!/bin/sh\nexec node /app/infra/operate/src/main.ts "$@"\n' > /usr/local/bin/larksong \
 && chmod 755 /usr/local/bin/larksong

FROM system AS service-gateway
# Memory is returned early; without these, streaming takes 160 MB more (pnpm bench:stream). Node derives the size of its
# heap from the container's limit: half of it.
ENV NODE_OPTIONS=--max-semi-space-size=8 MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
COPY --from=web /app/web/dist /app/web/dist

FROM system AS service-transcoder
RUN apt-get update \
 && apt-get install --yes --no-install-recommends ffmpeg bubblewrap util-linux \
 && rm -rf /var/lib/apt/lists/*

FROM service-${SERVICE} AS service
ARG SERVICE
ENV NODE_ENV=production HOST=0.0.0.0 SERVICE=${SERVICE}
COPY --from=packages /app /app
COPY infra/service-health.sh /usr/local/bin/service-health
USER node
HEALTHCHECK --interval=30s --timeout=30s --start-period=30m --start-interval=2s --retries=10 \
  CMD ["service-health"]
CMD ["sh", "-c", "exec node services/$SERVICE/src/main.ts"]
