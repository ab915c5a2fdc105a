# npm run bundle && docker build -t plumbline .
# docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/work" -e MY_PUBLIC_KEY -e MY_PRIVATE_KEY plumbline run --target target.yml
# docker run --rm -p 8080:8080 -p 8081:8081 plumbline serve --host 0.0.0.0 --port 8080
FROM node:22-slim
COPY release/plumbline.mjs /opt/plumbline.mjs
# Whoever it runs as may have no name and no home here.
ENV HOME=/tmp NODE_OPTIONS=--disable-warning=ExperimentalWarning
# Where serve opens its control server, and where health asks for it. The token is random unless PLUMBLINE_CONTROL_TOKEN is set.
ENV PLUMBLINE_CONTROL=8081
EXPOSE 8080 8081
WORKDIR /work
USER 1000:1000
# 0 when the control server answers, 1 while serve has none that does; 0 too where another command runs, which serves nothing.
HEALTHCHECK --interval=5s --timeout=3s --start-period=20s CMD ["node", "/opt/plumbline.mjs", "health"]
ENTRYPOINT ["node", "/opt/plumbline.mjs"]
CMD ["--help"]
