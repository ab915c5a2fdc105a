import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { freePort } from "./free-port.test-support.ts";

const CHROMIUM = process.env["CHROMIUM"] || "/usr/bin/chromium";

/** Whether the tests with a browser are skipped: there is none, and outside CI none is required. */
export const noChromium = !existsSync(CHROMIUM) && !process.env["CI"];

/** A browser with a port on which its developer tools are served. */
export interface ToolsBrowser {
  readonly browser: Browser;
  readonly tools: string;
}

export async function startChromium(): Promise<ToolsBrowser> {
  const port = await freePort();
  const args = ["--no-sandbox", "--disable-gpu", `--remote-debugging-port=${port}`, "--remote-allow-origins=*"];
  return {
    browser: await chromium.launch({ executablePath: CHROMIUM, args }),
    tools: `127.0.0.1:${port}`,
  };
}

/** Opens the developer tools of a page. They record its requests from now on, and export them as their button does. */
export async function openTools({ browser, tools }: ToolsBrowser, context: BrowserContext, page: Page) {
  const { targetInfo } = await (await context.newCDPSession(page)).send("Target.getTargetInfo");
  const frontend = await browser.newPage();
  const socket = `${tools}/devtools/page/${targetInfo.targetId}`;
  await frontend.goto(`http://${tools}/devtools/devtools_app.html?ws=${socket}`);
  const modules = `const [har, logs] = await Promise.all(["har/har.js", "logs/logs.js"].map((name) => import(new URL("./models/" + name, location.href).href)));
    const requests = logs.NetworkLog.NetworkLog.instance().requests();`;
  const within = <T>(code: string): Promise<T> => frontend.evaluate<T>(`(async () => { ${modules} ${code} })()`);
  /** Returns the number of recorded requests, which shows that the tools are attached. */
  const seen = (): Promise<number> => within("return requests.length;");
  const exported = (sanitize: boolean): Promise<string> =>
    within(
      `let text = ""; const stream = { write: async (part) => { text += part; }, close: () => undefined };
      await har.Writer.Writer.write(stream, requests, { sanitize: ${sanitize} }, { canceled: false });
      return text;`,
    );
  return { seen, exported, close: () => frontend.close() };
}
