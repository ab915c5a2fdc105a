// A Prometheus server that finds its targets by metrics discovery and never scrapes them.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

export const hasPrometheus = () => spawnSync("prometheus", ["--version"]).status === 0;

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The labels of the targets that it has found after a few requests. */
export async function targetsFound({ metricsUrl, groupId, metrics }) {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-prometheus-"));
  const port = await freePort();
  const discovery = {
    url: `${metricsUrl}/groups/${groupId}/discovery?targetScheme=PUBLIC`,
    refresh_interval: "1s",
    basic_auth: { username: metrics.username, password: metrics.password },
  };
  const config = {
    scrape_configs: [
      {
        job_name: "service",
        http_sd_configs: [discovery],
        relabel_configs: [{ action: "drop", source_labels: ["__address__"], regex: ".*" }],
      },
    ],
  };
  // JSON is valid YAML.
  writeFileSync(join(folder, "prometheus.yml"), JSON.stringify(config));
  const child = spawn(
    "prometheus",
    [
      `--config.file=${join(folder, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: "ignore" },
  );
  try {
    for (let tries = 0; tries < 100; tries += 1) {
      await pause(200);
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/targets`).catch(() => undefined);
      const found = answer?.ok ? (await answer.json()).data.droppedTargets : [];
      if (found.length === 0) continue;
      await pause(4_000);
      const labels = found.map(({ discoveredLabels: { __meta_url: _url, ...others } }) => others);
      return labels.sort((one, other) => (one.__address__ < other.__address__ ? -1 : 1));
    }
    return [];
  } finally {
    child.kill("SIGTERM");
    await new Promise((resolve) => child.once("exit", resolve));
    rmSync(folder, { recursive: true, force: true });
  }
}
