import type { Credential } from "@plumbline/client";
import { FIXTURES, type Fixtures } from "@plumbline/conformance";
import { bindContract, exampleOf, INTERFACE_VERSIONS, PATH_PARAMETERS } from "@plumbline/schemas";
import type { Given } from "../flags.ts";
import { profileNamed } from "../target-file/profile-file.ts";
import { PERMISSIONS } from "../target-file/schema.ts";
import type { OpenedTarget } from "./opened-target.ts";
import { permissions } from "./permissions.ts";
import { MOCK_METRICS_PATH, startPrism } from "./prism-process.ts";
import { rateGiven } from "./rate.ts";

/**
 * Starts a Prism mock of the document generated from the contract. A run against it shows that document and suite
 * agree.
 */
export async function openPrism(given: Given): Promise<OpenedTarget> {
  const contract = bindContract(profileNamed(given.one("profile")));
  const { url, close } = await startPrism(contract);
  const rate = rateGiven(given);
  return {
    target: {
      name: "Prism mock",
      kind: "prism",
      baseUrl: url,
      metricsUrl: url + MOCK_METRICS_PATH,
      contract,
      versions: INTERFACE_VERSIONS,
      credentials: {
        main: { scheme: "digest", label: "main", username: "mock", password: "mock-private-key" },
        serviceAccount: { clientId: "mock", clientSecret: "mock-client-secret" },
        metrics: {
          scheme: "basic",
          label: "metrics",
          username: "mock",
          password: "mock-password",
        } satisfies Credential,
      },
      fixtures: exampleFixtures(),
      allow: permissions(given.all("allow") ?? PERMISSIONS),
      bindingStated: true,
      mock: true,
      selfConsistency: true,
    },
    connection: rate === undefined ? {} : { rate },
    close,
  };
}

/** The parameter of each fixture that is not named after one. */
const STANDS_FOR: Fixtures = {
  shardedClusterName: "clusterName",
  shardedSnapshotId: "snapshotId",
  serverlessInstanceName: "clusterName",
  serverlessSnapshotId: "snapshotId",
  serverlessRestoreJobId: "restoreJobId",
  secondRoleId: "roleId",
};

/** Fixtures from the schemas of parameters, because a mock accepts every id that these allow. */
function exampleFixtures(): Fixtures {
  return Object.fromEntries(
    FIXTURES.flatMap((name) => {
      const schema = PATH_PARAMETERS[STANDS_FOR[name] ?? name];
      return schema === undefined ? [] : [[name, String(exampleOf(schema))]];
    }),
  );
}
