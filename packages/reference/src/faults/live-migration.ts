import type { Behaviour } from "../decisions/behaviour.ts";
import type { StoredMigration } from "../records/migration.ts";
import { fieldsOf } from "../rules/members.ts";
import type { MigrationBehaviour } from "../rules/migrations.ts";
import { layer } from "./fault.ts";
import { overlooks } from "./overlooks.ts";
import type { Probe } from "./probe.ts";

const decides =
  (change: (honest: MigrationBehaviour) => Partial<MigrationBehaviour>) =>
  ({ migrations }: Behaviour): Partial<Behaviour> => ({ migrations: { ...migrations, ...change(migrations) } });

const BOTH = ["createMigration", "validateMigration"] as const;

const migrates = (change: object): Probe =>
  BOTH.map((id) => [id, { json: { destination: {}, dropEnabled: false, source: {}, ...change } }]);
const linksAndLists: Probe = [["createLinkToken", { json: { accessListIps: [] } }], ["listMigratableProjects"]];

/** Mistakes in migrations, their validations and the link that an organization needs for them. */
export const liveMigrationFaults = layer("live migration", [
  {
    id: "VA-14",
    text: "A migration accepts several hosts, and the server uses the first.",
    violates: ["MIG-HOSTS"],
    change: overlooks(BOTH, ({ keyword }) => keyword === "maxItems"),
    probe: migrates({ migrationHosts: ["a", "b"] }),
  },
  {
    id: "MI-01",
    text: "A migration is accepted without its source and destination.",
    violates: ["MIG-REQUIRED"],
    change: overlooks(BOTH, ({ keyword }) => keyword === "required"),
    probe: [["createMigration", { json: {} }]],
  },
  {
    id: "MI-02",
    text: "sharding is not checked.",
    violates: ["MIG-SHARDING", "MIG-SHARDING-ENTRIES"],
    change: overlooks(BOTH, ({ pointer }) => pointer.startsWith("/sharding")),
    probe: migrates({ sharding: { shardingEntries: {} } }),
  },
  {
    id: "MI-60",
    text: "The members of a migration's source accept values of any type.",
    violates: ["MIG-TYPES"],
    change: overlooks(BOTH, ({ pointer, keyword }) => pointer.startsWith("/source/") && keyword === "type"),
    probe: migrates({ source: { ssl: "x" } }),
  },
  {
    id: "MI-61",
    text: "The entries of shardingEntries are not validated.",
    violates: ["MIG-SHARDING-ENTRIES"],
    change: overlooks(BOTH, ({ pointer }) => pointer.startsWith("/sharding/shardingEntries/")),
    probe: migrates({ sharding: { shardingEntries: ["x"] } }),
  },
  {
    id: "MI-03",
    text: "A read of a migration shows readyForCutover as a text.",
    violates: ["MIG-RECORD"],
    change: decides(({ showMigration }) => ({
      showMigration: (migration) => {
        const shown = showMigration(migration);
        // Only until the migration is ready, so that the time of readiness stays visible.
        return shown["readyForCutover"] === true ? shown : { ...shown, readyForCutover: "no" };
      },
    })),
    probe: migrates({}),
  },
  {
    id: "MI-04",
    text: "A migration is shown with a second host.",
    violates: ["MIG-ONE-HOST"],
    change: decides(({ showMigration }) => ({
      showMigration: (migration) => {
        const shown = showMigration(migration);
        const { migrationHosts } = shown;
        return Array.isArray(migrationHosts)
          ? { ...shown, migrationHosts: [...migrationHosts, "spare.example.net"] }
          : shown;
      },
    })),
    probe: [["getMigration"]],
  },
  {
    id: "MI-12",
    text: "A new migration gets a host that the server chooses.",
    violates: ["MIG-ONE-HOST"],
    change: decides(() => ({ hosts: () => ["spare.example.net"] })),
    probe: migrates({ migrationHosts: ["vm001.example.net"] }),
  },
  {
    id: "MI-05",
    text: "The status of a validation is a number.",
    violates: ["MIG-VALIDATION-RECORD"],
    change: decides(({ showValidation }) => ({
      showValidation: (validation) => ({ ...showValidation(validation), status: 1 }),
    })),
    probe: [["getMigrationValidation"]],
  },
  {
    id: "MI-06",
    text: "A read of a validation shows another id than its creation did.",
    violates: ["MIG-VALIDATION-READ", "GEN-RECORD-ADDRESSED"],
    change: decides(({ validationId }) => ({
      validationId: (id) => `${validationId(id).slice(0, -1)}${id.endsWith("0") ? "1" : "0"}`,
    })),
    probe: [["getMigrationValidation"]],
  },
  {
    id: "MI-62",
    text: "Every validation shows the project of the source that appeared in an answer first.",
    violates: ["MIG-VALIDATION-READ"],
    change: decides(({ showValidation }) => {
      let first: unknown;
      return {
        showValidation: (validation) => {
          first ??= validation["sourceGroupId"];
          return showValidation({ ...validation, sourceGroupId: first });
        },
      };
    }),
    probe: [
      ["getMigrationValidation"],
      [
        "validateMigration",
        { json: { destination: {}, dropEnabled: false, migrationHosts: ["a"], source: { groupId: "a".repeat(24) } } },
      ],
    ],
  },
  {
    id: "MI-63",
    text: "Some seconds after it was cut over, a migration goes on as before.",
    violates: ["MIG-CUTOVER"],
    change: decides(({ isReady, statusOf }) => {
      const asIf = ({ cutOver, ...migration }: StoredMigration, now: number): StoredMigration =>
        cutOver === undefined || now - cutOver >= 3_000 ? migration : { ...migration, cutOver };
      return {
        isReady: (migration, now) => isReady(asIf(migration, now), now),
        statusOf: (migration, now) => statusOf(asIf(migration, now), now),
      };
    }),
    probe: async ({ reference: { clock }, ask }) => {
      const [over] = await ask(["cutOverMigration"]);
      clock.advance(10_000);
      return [...(over === undefined ? [] : [over]), ...(await ask(["getMigration"]))];
    },
  },
  {
    id: "MI-07",
    text: "A cut-over is answered, but has no effect.",
    violates: ["MIG-CUTOVER"],
    change: decides(() => ({ cutsOver: () => false })),
    probe: [["cutOverMigration"], ["getMigration"]],
  },
  {
    id: "MI-08",
    text: "tlsEnabled of a migratable deployment is a text.",
    violates: ["MIG-MIGRATABLE"],
    change: decides(({ showMigratable }) => ({
      showMigratable: (project) => {
        const shown = showMigratable(project);
        const { deployments } = shown;
        return {
          ...shown,
          deployments: Array.isArray(deployments)
            ? deployments.map((deployment) => ({ ...fieldsOf(deployment), tlsEnabled: "yes" }))
            : deployments,
        };
      },
    })),
    probe: linksAndLists,
  },
  {
    id: "MI-09",
    text: "The access list of a link token is not checked.",
    violates: ["MIG-LINKTOKEN", "ERR-BODY-KIND", "GEN-MEMBER-KIND"],
    change: overlooks(["createLinkToken"], () => true),
    probe: [["createLinkToken", { json: { accessListIps: [5] } }]],
  },
  {
    id: "MI-10",
    text: "The link token is empty.",
    violates: ["MIG-LINKTOKEN"],
    change: decides(() => ({ showLinkToken: () => ({ linkToken: "" }) })),
    probe: linksAndLists,
  },
  {
    id: "MI-11",
    text: "A key with Organization Member alone may not read migrations.",
    violates: ["OP57-ROLE"],
    change: ({ allowed }) => ({
      allowed: (operation, held) =>
        allowed(operation, held) &&
        (operation.id !== "getMigration" || held.here.some((role) => role !== "Organization Member")),
    }),
    probe: [["getMigration", { as: "organizationMember" }]],
  },
]);
