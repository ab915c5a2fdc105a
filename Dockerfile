# docker build -t plumbline . && docker run --rm -v "$PWD:/work" -e MY_PUBLIC_KEY -e MY_PRIVATE_KEY plumbline run --target target.yml
FROM node:22-slim AS build
WORKDIR /plumbline
COPY . .
RUN npx -y pnpm@12.21.0 install --frozen-lockfile --prod --config.minimumReleaseAge=0 && node packages/cli/bin/plumbline.mjs --version

FROM node:22-slim
COPY --from=build /plumbline /plumbline
WORKDIR /work
USER node
ENTRYPOINT ["node", "/plumbline/packages/cli/bin/plumbline.mjs"]
CMD ["--help"]
