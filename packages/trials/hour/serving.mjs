// Starts a server of the first hour, with some of its mistakes, and stops it so that it tells what it holds at the end.
import { spawn } from "node:child_process";
import { once } from "node:events";

const START_SECONDS = 30;

/** Resolves to what the server says of itself; `stop` resolves to what it holds when it ends. */
export async function startServer([program, ...args], mistakes, port = 0) {
  const child = spawn(program, [...args, "--port", `${port}`, "--mistakes", mistakes.join(",")], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const printed = { stdout: "", stderr: "" };
  for (const name of Object.keys(printed))
    child[name].setEncoding("utf8").on("data", (text) => {
      printed[name] += text;
    });
  // A program that is not there ends with an error, which the wait below reports.
  const ended = once(child, "close").catch((error) => {
    printed.stderr += error.message;
  });
  const deadline = Date.now() + START_SECONDS * 1_000;
  while (!printed.stdout.includes("\n")) {
    if (Date.now() > deadline || child.exitCode !== null || child.pid === undefined)
      throw new Error(`expected a server, received: ${printed.stderr}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const about = JSON.parse(printed.stdout.split("\n", 1)[0]);
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    process.off("exit", kill);
    const [, last = ""] = printed.stdout.trim().split("\n");
    if (last === "") throw new Error(`expected what the server holds at its end, received: ${printed.stderr}`);
    return { ...JSON.parse(last), crashes: printed.stderr };
  };
  return { ...about, port: Number(new URL(about.url).port), stop };
}
