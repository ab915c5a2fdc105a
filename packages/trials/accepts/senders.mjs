// Popular HTTP clients, each behind the same `send` function. A request without an Accept gets the client's own.
import { execFile, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { install } from "../clients/installed.mjs";
import { packages as versions } from "../clients/packages.mjs";
import { openCaller } from "../outcomes/caller.mjs";

const run = promisify(execFile);
const DRIVER = fileURLToPath(new URL("./driver.py", import.meta.url));
const PYTHON_PACKAGES = ["requests==2.34.2", "httpx==0.28.1"];
const NPM_PACKAGES = { ...versions, undici: "7.30.2" };
const GATEWAY = [502, 503, 504];

const fieldsFor = (accept, text) => ({
  ...(accept !== undefined && { accept }),
  ...(text !== undefined && { "content-type": "application/json" }),
});
const answerOf = (status, text) => ({ status, text, json: parsed(text), isUnknown: GATEWAY.includes(status) });
const failed = (error) => ({ error: String(error?.message ?? error), isUnknown: true });

/** Creates a sender from a function that sends one request and resolves to `[status, text]`. */
const sender =
  (open) =>
  ({ key, onSent }) => {
    const opened = open(key);
    return {
      async send(method, url, { accept, body }) {
        onSent();
        const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
        try {
          const [status, said] = await (await opened).send(method, url, fieldsFor(accept, text), text);
          return answerOf(status, said);
        } catch (error) {
          return failed(error);
        }
      },
      close: async () => (await opened).close?.(),
    };
  };

const curl = sender(({ username, password }) => ({
  async send(method, url, fields, text) {
    const stated = Object.entries(fields).flatMap(([name, value]) => ["--header", `${name}: ${value}`]);
    const data = text === undefined ? [] : ["--data-binary", text];
    const who = ["--digest", "--user", `${username}:${password}`];
    const { stdout } = await run("curl", [
      "-sS",
      "-w",
      "\n%{http_code}",
      "-X",
      method,
      ...who,
      ...stated,
      ...data,
      url,
    ]);
    const at = stdout.lastIndexOf("\n");
    return [Number(stdout.slice(at + 1)), stdout.slice(0, at)];
  },
}));

const wget = sender(({ username, password }) => ({
  async send(method, url, fields, text) {
    const stated = Object.entries(fields).map(([name, value]) => `--header=${name}: ${value}`);
    const data = text === undefined ? [] : [`--body-data=${text}`];
    const who = [`--user=${username}`, `--password=${password}`];
    const args = ["-q", "-O", "-", "-S", "--tries=1", "--content-on-error", `--method=${method}`];
    const { stdout, stderr } = await run("wget", [...args, ...who, ...stated, ...data, url]).catch((error) => error);
    const status = [...stderr.matchAll(/^ *HTTP\/1\.1 (\d{3})/gm)].at(-1)?.[1];
    if (status === undefined) throw new Error(stderr.slice(0, 300));
    return [Number(status), stdout];
  },
}));

const python = (interpreter, which) =>
  sender(({ username, password }) => {
    const child = spawn(interpreter, [DRIVER, which, username, password], { stdio: ["pipe", "pipe", "inherit"] });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const ready = lines.next();
    return {
      async send(method, url, headers, body = null) {
        await ready;
        child.stdin.write(`${JSON.stringify({ method, url, headers, body })}\n`);
        const { status, text, error } = JSON.parse((await lines.next()).value);
        if (error !== undefined) throw new Error(error);
        return [status, text];
      },
      close: () => child.stdin.end(),
    };
  });

/** A fetch without digest support, for programs that answer the challenge themselves. */
const fetching = (fetch) => (given) => {
  const caller = openCaller({ ...given, request: fetch });
  return { send: caller.send, close: caller.close };
};

/** An interpreter with the packages in its own folder, or a text that says why there is none. */
function pythonWith(folder) {
  const made = spawnSync("python3", ["-m", "venv", folder], { encoding: "utf8" });
  if (made.status !== 0) return { why: `python3 -m venv: ${made.stderr ?? made.error}` };
  const pip = spawnSync(join(folder, "bin", "pip"), ["install", "-q", "--retries", "0", ...PYTHON_PACKAGES], {
    encoding: "utf8",
  });
  if (pip.status !== 0) return { why: `pip install ${PYTHON_PACKAGES.join(" ")}: ${pip.stderr.slice(-200)}` };
  return { interpreter: join(folder, "bin", "python") };
}

const isThere = (program) => spawnSync(program, ["--version"]).status === 0;

/** Every available client by name, and a line for each other one. */
export async function openSenders() {
  const senders = {};
  const skipped = [];
  for (const [name, open] of Object.entries({ curl, wget }))
    if (isThere(name)) senders[name] = open;
    else skipped.push(`${name}: not installed`);
  const folder = mkdtempSync(join(tmpdir(), "plumbline-python-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  senders["python urllib"] = python("python3", "urllib");
  const { interpreter, why } = pythonWith(folder);
  for (const name of ["requests", "httpx"])
    if (interpreter === undefined) skipped.push(`python ${name}: ${why}`);
    else senders[`python ${name}`] = python(interpreter, name);
  const { load, remove } = install(NPM_PACKAGES);
  const [{ default: DigestFetch }, urllib, { fetch: undiciFetch }, { default: openInterface }] = await Promise.all(
    ["digest-fetch", "urllib", "undici", "mongodb-atlas-api-client"].map(load),
  );
  senders["digest-fetch"] = sender(({ username, password }) => {
    const client = new DigestFetch(username, password);
    return {
      async send(method, url, headers, body) {
        const answer = await client.fetch(url, { method, headers, body });
        return [answer.status, await answer.text()];
      },
    };
  });
  senders["urllib of npm"] = sender(({ username, password }) => ({
    async send(method, url, headers, content) {
      const given = { method, headers, digestAuth: `${username}:${password}`, dataType: "text", content };
      const { status, data } = await urllib.request(url, given);
      return [status, data];
    },
  }));
  senders["fetch of node"] = fetching(fetch);
  senders["fetch of undici"] = fetching(undiciFetch);
  return { senders, skipped, openInterface, remove };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
