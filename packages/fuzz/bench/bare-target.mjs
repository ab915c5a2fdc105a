// A target that answers 200 to everything, to measure the cost of the fuzzer alone.
import { createServer } from "node:http";
import { bindContract, INTERFACE_VERSIONS, neutral } from "@plumbline/schemas";

const ID = "32b6e34b3d91647abb20e7b8";
const ANSWER = JSON.stringify({ id: ID, _id: ID, indexID: ID });

export async function bareTarget() {
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      response.writeHead(200, { "content-type": "application/json", "content-length": ANSWER.length });
      response.end(ANSWER);
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const target = {
    name: "bare",
    kind: "url",
    baseUrl: `http://127.0.0.1:${server.address().port}`,
    contract: bindContract(neutral),
    versions: INTERFACE_VERSIONS,
    credentials: {},
    fixtures: { groupId: ID, alertConfigId: ID, alertId: ID, clusterName: "Cluster0", hostname: "a.example.net" },
    allow: new Set(["read"]),
    bindingStated: true,
    mock: true,
    selfConsistency: false,
  };
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { target, close };
}
