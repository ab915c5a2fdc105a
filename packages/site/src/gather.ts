import { gatherExamples } from "./examples/gather.ts";
import { settled } from "./examples/settled.ts";
import { readExamples, writeExamples } from "./examples/stored.ts";

/* npm run docs:examples: tries the best fault for every rule, and writes the results to examples.json. */

const before = readExamples();
const found = await gatherExamples((fault) => process.stderr.write(`${fault} `));
const written = settled(before, found);
writeExamples(written);
const failing = Object.values(written).filter((example) => example.failing !== undefined).length;
process.stderr.write(`\n${Object.keys(written).length} rules have examples, ${failing} of them a failing answer\n`);
