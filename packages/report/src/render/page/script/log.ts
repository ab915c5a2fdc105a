/** The exchange log, a page at a time, because ten thousand rows would make the page slow. */
export const LOG_SCRIPT = String.raw`
const LOG_PAGE = 100;
const log = { start: 0, found: report.exchanges };

function showLog() {
  const { start, found } = log;
  const page = found.slice(start, start + LOG_PAGE);
  byId("log-entries").replaceChildren(...page.map((exchange) => exchangeView(exchange, 0)));
  byId("log-position").textContent = page.length === 0
    ? "none"
    : (start + 1).toLocaleString("en-US") + "–" + (start + page.length).toLocaleString("en-US") + " of " + found.length.toLocaleString("en-US");
  byId("log-back").disabled = start === 0;
  byId("log-on").disabled = start + LOG_PAGE >= found.length;
}

function searchLog(text) {
  const words = text.toLowerCase().split(/\s+/u).filter((word) => word !== "");
  log.start = 0;
  log.found = words.length === 0 ? report.exchanges : report.exchanges.filter((exchange) => {
    const { id, check, operation, request } = exchange;
    const line = [id, check, operation, request.method, request.url, answerOf(exchange)].join(" ").toLowerCase();
    return words.every((word) => line.includes(word));
  });
  showLog();
}

function turnLog(by) {
  log.start += by * LOG_PAGE;
  showLog();
}

function startLog() {
  byId("log-controls").hidden = report.exchanges.length === 0;
  byId("log-back").addEventListener("click", () => turnLog(-1));
  byId("log-on").addEventListener("click", () => turnLog(1));
  byId("log-search").addEventListener("input", (event) => searchLog(event.target.value));
  showLog();
}
`;
