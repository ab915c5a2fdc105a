import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startReference, worldFileSchema } from "@plumbline/reference";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { serve } from "./commands/serve.ts";
import { CONTROL_ROUTES } from "./control/control-routes.ts";
import { readFlags } from "./flags.ts";
import { readWorld } from "./world-file/read-world.ts";

const root = join(import.meta.dirname, "../../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const text = read("docs/emulator.md");
const blocks = (language: string): readonly string[] =>
  [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, kind, block = ""]) =>
    kind === language ? [block] : [],
  );
const folder = mkdtempSync(join(tmpdir(), "plumbline-emulator-doc-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The arguments of `plumbline serve` in a command line, or in the list of a container engine. */
const served = (words: readonly string[]): readonly string[] => words.slice(words.indexOf("serve") + 1);

describe("docs/emulator/compose.yml", () => {
  const { services } = parse(read("docs/emulator/compose.yml"));

  it("starts a server with flags that there are, at the ports that it maps, with a world that is mounted", () => {
    const { command, ports, volumes, environment, image } = services.plumbline;
    const given = readFlags("serve", serve.flags, served(command));
    expect([given.words, given.one("host"), given.integer("port", 1)]).toEqual([[], "0.0.0.0", 8080]);
    expect(ports).toEqual(["127.0.0.1:8080:8080", `127.0.0.1:8081:${environment.PLUMBLINE_CONTROL}`]);
    expect(volumes).toEqual([`./world.yml:${given.one("world")}:ro`]);
    expect(image).toBe(`\${PLUMBLINE_IMAGE:-plumbline}`);
  });

  it("asks the health as the image does, and lets the application wait for it", () => {
    const [, command = ""] = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(read("Dockerfile")) ?? [];
    expect(services.plumbline.healthcheck.test).toEqual(["CMD", ...JSON.parse(command)]);
    expect(services.app.depends_on).toEqual({ plumbline: { condition: "service_healthy" } });
    expect(services.app.environment.API_PUBLIC_KEY).toBe(services.plumbline.environment.PLUMBLINE_PUBLIC_KEY);
  });
});

describe("docs/emulator.md", () => {
  it.each([...blocks("yaml").filter((block) => block.startsWith("projects:")), read("docs/emulator/world.yml")])(
    "shows worlds that can be served: %#",
    async (block) => {
      const path = join(folder, "world.yml");
      writeFileSync(path, block);
      const { world, located } = readWorld(path);
      const reference = await located(startReference({ world }));
      expect(reference.world.clusterName).toBe("orders");
      await reference.close();
    },
  );

  it("has the schema of the file as it is", () => {
    expect(JSON.parse(read("docs/emulator/world.schema.json"))).toEqual(JSON.parse(JSON.stringify(worldFileSchema)));
  });

  it("shows commands with flags that there are", () => {
    const lines = [
      ...blocks("sh")
        .join("\n")
        .matchAll(/^.*\bserve (.*)$/gm),
    ].map(([, flags = ""]) => flags);
    const lists = [...text.matchAll(/\["serve"(.*?)\]/g)].map(([list]) => JSON.parse(list).slice(1) as string[]);
    const inline = [...text.matchAll(/`plumbline serve (--[^`>]*)[>`]/g)].map(([, flags = ""]) => flags);
    const all = [...lists, ...[...lines, ...inline].map((line) => line.trim().split(" "))];
    expect(all.length).toBeGreaterThan(5);
    for (const args of all) expect(readFlags("serve", serve.flags, args).words).toEqual([]);
  });

  it("names every route of the control server, and every member of the file", () => {
    for (const route of CONTROL_ROUTES) expect(text).toContain(`\`${route}\``);
    const { projects, keys, serviceAccounts } = worldFileSchema.properties ?? {};
    const cluster = projects?.items?.properties?.["clusters"]?.items?.properties ?? {};
    const names = [
      ...Object.keys(worldFileSchema.properties ?? {}),
      ...Object.keys(projects?.items?.properties ?? {}),
      ...Object.keys(keys?.items?.properties ?? {}),
      ...Object.keys(serviceAccounts?.items?.properties ?? {}),
      ...["customAnalyzers", "searchIndexes", "snapshots", "restoreJobs", "backupSchedule", "outageSimulation"].filter(
        (name) => name in cluster,
      ),
    ];
    expect(names.length).toBeGreaterThan(25);
    expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });

  it("shows YAML that can be read", () => {
    for (const block of blocks("yaml")) expect(() => parse(block)).not.toThrow();
  });
});
