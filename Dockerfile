# The product in one image: the first stage builds the site, the second installs the server's packages, the last one contains only the files
# needed at run time.
FROM node:26-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY core/package.json core/
COPY api/package.json api/
COPY web/package.json web/
COPY e2e/package.json e2e/
RUN npm install --no-save --omit=dev --no-audit --no-fund
COPY . .
RUN node -e "import('./scripts/build.mjs').then(({ buildSite }) => buildSite())"

# The packages of the server alone. The image brings its own Node, so the optional packages with Node are left out.
FROM node:26-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY core/package.json core/
COPY api/package.json api/
COPY web/package.json web/
COPY e2e/package.json e2e/
RUN npm install --no-save --omit=dev --omit=optional --workspace=core --workspace=api --no-audit --no-fund

FROM node:26-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/package.json package.json
COPY --from=build /app/core core
COPY --from=build /app/api api
COPY --from=build /app/web/dist web/dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s \
  CMD node -e "fetch('http://127.0.0.1:3000/readyz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
# The container engine restarts a crashed server: docker run --restart unless-stopped, or restart: in compose.yaml.
# Node is the first process of the container, so it receives SIGTERM and completes the running calls before it exits.
CMD ["node", "api/src/server.ts"]
