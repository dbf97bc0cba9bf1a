# One image for every service: docker build -f infra/service.Dockerfile --build-arg SERVICE=catalog .
# Node runs the TypeScript as it is; it refuses to inside node_modules, so the workspace is copied whole and installed
# with --prod, never packed by `pnpm deploy`.
ARG SERVICE

FROM node:24-bookworm-slim AS base
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
RUN pnpm install --frozen-lockfile --prod --filter "@larksong/${SERVICE}..." \
 && rm -rf web e2e bench docs

FROM base AS tools-transcoder
RUN apt-get update \
 && apt-get install --yes --no-install-recommends ffmpeg bubblewrap util-linux \
 && rm -rf /var/lib/apt/lists/*

FROM base AS tools-auth
FROM base AS tools-catalog
FROM base AS tools-game
FROM base AS tools-gateway

FROM tools-${SERVICE} AS service
ARG SERVICE
ENV NODE_ENV=production HOST=0.0.0.0 SERVICE=${SERVICE}
COPY --from=packages /app /app
COPY --from=web /app/web/dist /app/web/dist
USER node
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s --retries=12 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["sh", "-c", "exec node services/$SERVICE/src/main.ts"]
