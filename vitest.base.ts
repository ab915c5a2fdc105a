/** As `node scripts/test.mjs` has it, which builds first: what the others publish is loaded as it is, and not transformed anew. */
const built = process.env["PLUMBLINE_BUILT"] !== undefined;

/** How the tests of a package find the other packages: by their sources, or by what was built of them. */
export const ssr = {
  resolve: { conditions: [...(built ? [] : ["plumbline-source"]), "node", "import", "default"] },
};
const external = built ? [/\/packages\/[^/]+\/dist\//] : [];

/** What the tests of every package have in common. */
export const test = {
  include: ["src/**/*.test.ts"],
  isolate: false,
  server: { deps: { external } },
  testTimeout: 600_000,
  hookTimeout: 600_000,
};
