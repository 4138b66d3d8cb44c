# The image of Footnote: docs/deployment.md#in-a-container says how to use it, `npm run container` checks it.
FROM node:24.21.0-bookworm-slim AS build
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
WORKDIR /build
COPY . .
RUN npm ci && npm run package -- /packed
# The package as users get it, with the clients of all servers, in the versions of the lockfile.
WORKDIR /app
RUN tar -xzf /packed/footnote-rag-*.tgz --strip-components=1 \
  && cp /build/package-lock.json /build/.npmrc . \
  && npm ci --omit=dev --omit=optional \
  && node -p "const { devDependencies: all } = require('./package.json'); \
       ['@aws-sdk/client-s3', '@qdrant/js-client-rest', 'chromadb', 'neo4j-driver', 'pg', 'pg-boss'] \
       .map((name) => name + '@' + all[name]).join(' ')" \
     | xargs npm install --no-save --omit=dev --omit=optional

FROM node:24.21.0-bookworm-slim
COPY --from=build /app /app
RUN ln -s /app/bin/footnote.mjs /usr/local/bin/footnote \
  && mkdir /data && chown node:node /data
ENV NODE_ENV=production FOOTNOTE_STORE=/data/store FOOTNOTE_SERVER_HOST=0.0.0.0
# The base image's user `node`, by number, so that an orchestrator can see that it is not root.
USER 1000:1000
WORKDIR /data
VOLUME ["/data"]
EXPOSE 8787
HEALTHCHECK --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:8787/healthz').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["footnote"]
CMD ["serve"]
