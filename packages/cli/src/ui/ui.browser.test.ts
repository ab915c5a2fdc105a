import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createSocketServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Reference, startReference } from "@plumbline/reference";
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

const program = fileURLToPath(new URL("../../bin/plumbline.mjs", import.meta.url));
const environment = { PLUMBLINE_PUBLIC_KEY: "public", PLUMBLINE_PRIVATE_KEY: "private" };
const secrets = { keys: { all: { publicKey: "public", privateKey: "private" } } };
const CHROMIUM = process.env["CHROMIUM"] || "/usr/bin/chromium";
const missing = !existsSync(CHROMIUM) && !process.env["CI"];
const WAIT = { timeout: 120_000 };

let browser: Browser | undefined;

async function served(faults: readonly string[], port = 0): Promise<Reference> {
  const reference = await startReference({ secrets, faults, port });
  onTestFinished(() => reference.close());
  return reference;
}

/** Starts the program in a new folder, serving its page. */
async function ui(...flags: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-ui-"));
  const child = spawn(process.execPath, [program, "ui", ...flags], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true });
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString().trim()));
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
    void ended.then((code) => reject(new Error(`ended with ${code}: ${said}`)));
  });
  const end = (): Promise<number | null> => {
    child.kill("SIGTERM");
    return ended;
  };
  const runs = (): readonly string[] => {
    const runs = join(folder, "reports", "runs");
    return existsSync(runs) ? readdirSync(runs) : [];
  };
  return { url, folder, end, runs };
}

const flagsFor = ({ url, world }: Reference): readonly string[] => [
  ...["--target", url, "--group", world.projectId, "--only", "PAGE-ITEMS-ACCEPT,PAGE-ITEMS-REJECT"],
  ...["--operation", "listAlerts,listAlertConfigs"],
];

/** Opens a page that must report no errors. */
async function look(url: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser?.newContext({ viewport: { width: 1100, height: 800 }, ...options });
  if (context === undefined) throw new Error("The browser was not started");
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => complaints.push(message.text()));
  page.on("dialog", (dialog) => complaints.push(dialog.message()));
  onTestFinished(async () => {
    await context.close();
    expect(complaints).toEqual([]);
  });
  await page.goto(url);
  return page;
}

/** The text of an element, which may be missing for a moment while the page reloads. */
const shown = (page: Page, selector: string) =>
  expect.poll(
    () =>
      page
        .locator(selector)
        .innerText({ timeout: 1_000 })
        .catch(() => ""),
    WAIT,
  );
const strip = (page: Page) => shown(page, "#strip-state");

async function violations(page: Page): Promise<readonly unknown[]> {
  await page.evaluate(axe.source);
  const options = {
    runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
  };
  return page.evaluate<readonly unknown[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + " " + html)))`,
  );
}

describe.skipIf(missing)("plumbline ui in Chromium", () => {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
  });
  afterAll(() => browser?.close());

  it("shows a run as it happens, and what failed again when the server was mended, in every tab", async () => {
    const broken = await served(["PG-03"]);
    const { url, runs, end } = await ui(...flagsFor(broken));
    const page = await look(url);
    const other = await look(url);
    await strip(page).toBe("idle");
    expect(await page.locator("#failing-none").innerText()).toBe("Nothing has run yet.");
    expect(await page.getByLabel("Names it uses").locator("option").allInnerTexts()).toEqual([
      "as the target says",
      "neutral",
      "atlas",
    ]);
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await shown(page, "#outcome h2").toBe("Failed");
    await shown(other, "nav a[href='#failures'] .count").toBe("1 cause");
    await expect.poll(() => other.title()).toMatch(/^✘ failed: /);
    await page.locator("nav a[href='#now']").click();
    expect(await page.locator("#now-state").innerText()).toContain("when the target comes back");
    await broken.close();
    await strip(page).toBe("The target does not answer.");
    await served([], Number(new URL(broken.url).port));
    await strip(page).toMatch(/^(\d+) of \1 checks hold/);
    await shown(page, "nav a[href='#failures'] .count").toBe("0 causes");
    await strip(other).toMatch(/^(\d+) of \1 checks hold/);
    expect(runs().length).toBe(2);
    await Promise.all([page.close(), other.close()]);
    expect(await end()).toBe(0);
  });

  it("runs one check from its card by keyboard alone, and writes what is known", async () => {
    const { url, folder, runs } = await ui(...flagsFor(await served(["PG-03"])));
    const page = await look(url);
    const reach = async (name: string): Promise<void> => {
      for (let step = 0; step < 200; step++) {
        const focused = await page.evaluate("document.activeElement?.textContent ?? ''");
        if (focused === name) return;
        await page.keyboard.press("Tab");
      }
      expect.fail(`the keyboard does not reach "${name}"`);
    };
    await reach("Run");
    await page.keyboard.press("Enter");
    await shown(page, "#outcome h2").toBe("Failed");
    await page.locator("nav a[href='#failures']").focus();
    await page.keyboard.press("Enter");
    await reach("this check");
    await page.keyboard.press("Enter");
    await strip(page).toMatch(/^0 of 1 checks hold/);
    expect(runs().length).toBe(2);
    await page.locator("nav a[href='#failures']").focus();
    await page.keyboard.press("Enter");
    await reach("Mark as known…");
    await page.keyboard.press("Enter");
    await page.keyboard.type("ticket 7");
    await page.keyboard.press("Enter");
    await strip(page).toMatch(/known-failures\.yml now lists /);
    expect(readFileSync(join(folder, "known-failures.yml"), "utf8")).toMatch(
      /^- check: PAGE-ITEMS-ACCEPT@.*\n {2}reason: ticket 7\n$/,
    );
    await shown(page, "nav a[href='#known'] .count").toBe("1 check");
  });

  it("keeps earlier runs, plots them, compares two, and reads well narrow and dark: axe finds nothing", async () => {
    const reference = await served(["PG-03"]);
    const { url } = await ui(...flagsFor(reference), "--run");
    const page = await look(url, { colorScheme: "dark", viewport: { width: 390, height: 800 } });
    await strip(page).toMatch(/failed, in/);
    await page.locator("nav a[href='#now']").click();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await shown(page, "nav a[href='#runs'] .count").toBe("2");
    const others = process.env["PLUMBLINE_FULL"] === undefined ? [] : ["now", "matrix", "log"];
    for (const view of ["runs", "failures", ...others]) {
      await page.goto(`${url}#${view}`);
      await page.locator(`#${view}:visible`).waitFor();
      expect(await page.evaluate("document.documentElement.scrollWidth"), view).toBeLessThanOrEqual(390);
      expect(await violations(page), view).toEqual([]);
    }
    await page.goto(`${url}#runs`);
    expect(await page.locator("#runs .plot > .columns").count()).toBe(3);
    // Two runs fill the card as sixty would, each with its date.
    expect(await page.locator("#runs .plot > .columns").first().innerHTML()).toMatch(/>\d\d-\d\d<\/text>/);
    const wide = await look(`${url}#runs`, { viewport: { width: 1280, height: 800 } });
    await wide.locator("#runs .plot:visible").first().waitFor();
    const [plot, columns] = await Promise.all(
      [".plot", ".plot > .columns"].map((one) => wide.locator(`#runs ${one}`).first().boundingBox()),
    );
    expect((columns?.width ?? 0) / (plot?.width ?? 1)).toBeGreaterThan(0.85);
    await page.getByRole("button", { name: "Compare" }).click();
    await page.goto(`${page.url()}#comparison`);
    expect(await page.locator("#comparison").innerText()).toMatch(/no difference|unchanged|the same/i);
    await page.goto(`${url}#runs`);
    await page.locator("#runs tbody a").first().click();
    await shown(page, "#strip").toContain("An earlier run.");
  });

  it("is loaded again in the middle of a run, and stops one on a target that hangs", async () => {
    const hanging = createSocketServer((socket) => socket.on("error", () => undefined));
    await new Promise<void>((resolve) => hanging.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void hanging.close());
    const target = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`;
    const { url, end } = await ui("--target", target);
    const page = await look(url);
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await strip(page).toContain("running");
    await page.reload();
    await strip(page).toContain("running");
    await expect.poll(() => page.title(), WAIT).toMatch(/^▶ .*Plumbline$/);
    await shown(page, "#failing-none").toBe("Nothing is broken so far.");
    // The target does not answer, and the elapsed time still advances.
    const elapsed = (): Promise<string> => page.locator("#elapsed").innerText();
    const before = await elapsed();
    expect(before).toMatch(/\d/);
    await expect.poll(elapsed, WAIT).not.toBe(before);
    await page.locator("#strip-stop").click();
    await strip(page).not.toContain("running");
    // An open page would keep requesting a server that has ended.
    await page.close();
    expect(await end()).toBe(0);
  });

  it("shows with each card what decided, failures before warnings, while the run goes on", async () => {
    const { url } = await ui("--target", "reference");
    const card = (requirement: string, outcome: string) => ({
      ...{ check: `${requirement}@x`, requirement, text: "A rule.", level: "MUST", outcome, place: "x v2" },
      ...{ expected: "2xx", received: "404", symptom: "GET …/x is answered 404, not 2xx" },
      deciding: { method: "GET", url: "http://127.0.0.1:1/x", lines: [{ text: "404", decides: true }] },
    });
    const run = {
      ...{ words: "everything", target: "t", milliseconds: 5_000, failed: 2, stopping: false },
      failures: [card("RULE-B", "warn"), card("RULE-A", "fail")],
    };
    const text = `data: ${JSON.stringify({ type: "standing", page: 1, run })}\n\n`;
    const page = await look(url);
    await page.route("**/events", (route) => route.fulfill({ contentType: "text/event-stream", body: text }));
    await page.goto(`${url}#now`);
    await page.reload();
    await shown(page, "#failing").toContain("RULE-A");
    expect(await page.locator("#failing .id").allInnerTexts()).toEqual(["RULE-A", "RULE-B"]);
    await page.locator("#failing summary").first().click();
    expect(await page.locator("#failing .deciding").first().innerText()).toMatch(/GET\s+http:\S+x\s+404/);
    expect(await violations(page)).toEqual([]);
  });

  it("shows what a hostile target sends as text", async () => {
    const evil = `<img src=x onerror="alert(1)"><script>alert(2)</script>\u202e`;
    const target = createServer((_request, response) => {
      response
        .writeHead(500, { "content-type": "text/html", "x-evil": "</script>" })
        .end(JSON.stringify({ detail: evil, error: 500, reason: evil }));
    });
    await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void target.close());
    const { url } = await ui(
      "--target",
      `http://127.0.0.1:${(target.address() as AddressInfo).port}`,
      "--area",
      "PAGE,ENV,ERR",
    );
    const page = await look(url);
    await page.getByRole("button", { name: "Run", exact: true }).click();
    // The page moves to the result by itself, and would leave any view opened before that.
    await shown(page, "#outcome h2").toBe("Failed");
    for (const view of ["now", "runs", "failures", "log"]) {
      await page.goto(`${url}#${view}`);
      await page.locator(`#${view}:visible`).waitFor();
    }
  });

  it("does nothing for another origin's page, although that knows the address", async () => {
    const { url, runs } = await ui("--target", "reference");
    const attack = `<!doctype html><title>?</title><iframe name="frame" src="${url}"></iframe>
      <form id="f" method="post" enctype="text/plain" action="${url}run" target="frame"><input name='{"scope":"all","x":"' value='"}'></form>
      <script>
        window.got = [];
        const note = (promise) => promise.then((answer) => window.got.push(answer.status || answer.type), () => window.got.push("failed"));
        const all = [
          note(fetch("${url}run", { method: "POST", headers: { "content-type": "application/json" }, body: '{"scope":"all"}' })),
          note(fetch("${url}run", { method: "POST", mode: "no-cors", body: '{"scope":"all"}' })),
          note(fetch("${url}")),
          new Promise((resolve) => { const source = new EventSource("${url}events"); source.onmessage = () => { window.got.push("heard"); resolve(); }; source.onerror = () => { source.close(); resolve(); }; }),
        ];
        document.getElementById("f").submit();
        Promise.all(all).then(() => { window.done = true; });
      </script>`;
    const attacker = createServer((_request, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end(attack),
    );
    await new Promise<void>((resolve) => attacker.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void attacker.close());
    const context = await browser?.newContext();
    const page = (await context?.newPage()) ?? expect.fail("no browser");
    onTestFinished(() => context?.close());
    await page.goto(`http://127.0.0.1:${(attacker.address() as AddressInfo).port}/`);
    await expect.poll(() => page.evaluate("window.done"), WAIT).toBe(true);
    expect(await page.evaluate("window.got")).toEqual(expect.not.arrayContaining(["heard", 200, 204]));
    const own = await look(url);
    await strip(own).toBe("idle");
    expect(runs()).toEqual([]);
  });
});
