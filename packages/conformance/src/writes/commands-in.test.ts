import { atlas, bindContract, neutral } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import { commandsIn } from "./commands-in.ts";

const contract = bindContract(neutral);
const given = (text: string | undefined): readonly string[] =>
  commandsIn("updateBackupSchedule", text, contract).map(({ member }) => member);

describe("commandsIn", () => {
  it.each([
    undefined,
    "{}",
    '{"referenceHourOfDay":3}',
    '{"updateSnapshots":false,"deleteCopiedBackups":[]}',
    '{"updateSnapshots":null}',
  ])("finds none in %s", (text) => {
    expect(given(text)).toEqual([]);
  });

  it.each([
    '{"updateSnapshots":true}',
    '{"updateSnapshots":"true"}',
    '{"updateSnapshots":"false"}',
    '{"updateSnapshots":1}',
    '{"updateSnapshots":0}',
    '{"UpdateSnapshots":true}',
    '{" updateSnapshots":true}',
    '{"update\\u0053napshots":true}',
    '{"updateSnapshots":true,"updateSnapshots":false}',
    '{"updateSnapshots":true,}',
    "updateSnapshots=true",
  ])("finds one that a lenient reader may see in %s", (text) => {
    expect(given(text)).toEqual(["updateSnapshots"]);
  });

  it.each(['{"deleteCopiedBackups":[{}]}', '{"deleteCopiedBackups":{}}', '{"deleteCopiedBackups":"x"}'])(
    "finds deleteCopiedBackups in %s",
    (text) => {
      expect(given(text)).toEqual(["deleteCopiedBackups"]);
    },
  );

  it("finds commands of the operation only, in the field names of the target", () => {
    expect(commandsIn("updateAuditing", '{"updateSnapshots":true}', contract)).toEqual([]);
    const text = JSON.stringify(bindContract(atlas).wire({ updateSnapshots: true }));
    expect(commandsIn("updateBackupSchedule", text, bindContract(atlas))).toHaveLength(1);
    for (const [value, times] of [
      ["true", 1],
      ['"false"', 1],
      ["1", 1],
      ["false", 0],
      ["0", 0],
    ] as const)
      expect(commandsIn("createMigration", `{"dropEnabled":${value}}`, contract), value).toHaveLength(times);
  });
});
