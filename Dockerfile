# npm run bundle && docker build -t plumbline .
# docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/work" -e MY_PUBLIC_KEY -e MY_PRIVATE_KEY plumbline run --target target.yml
FROM node:22-slim
COPY release/plumbline.mjs /opt/plumbline.mjs
# Whoever it runs as may have no name and no home here.
ENV HOME=/tmp NODE_OPTIONS=--disable-warning=ExperimentalWarning
WORKDIR /work
USER 1000:1000
# A server answers on the port that its health is asked at; whoever judges has nothing to ask.
HEALTHCHECK --interval=5s --timeout=3s --start-period=20s CMD ["node", "/opt/plumbline.mjs", "health"]
ENTRYPOINT ["node", "/opt/plumbline.mjs"]
CMD ["--help"]
