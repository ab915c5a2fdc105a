import { type JsonSchema, readText } from "@plumbline/schemas";

const FORMS: Readonly<Record<string, string>> = {
  "a leading zero": "01",
  "a plus sign": "+1",
  "a point": "1.0",
  "an exponent": "1e1",
  "hexadecimal digits": "0x10",
  "spaces around": " 1 ",
  "nothing at all": "",
  "another alphabet's digits": "\u0661",
  "capital letters": "TRUE",
  "yes for true": "yes",
  "a letter": "t",
  "lower case": "open",
  "octets with zeros": "010.001.001.001",
  "three octets": "10.1.1",
};

/** Texts that some servers accept and others refuse: the only demand is an answer without failure. */
export function looseTexts(schema: JsonSchema): readonly { readonly side: string; readonly text: string }[] {
  return Object.entries(FORMS)
    .filter(([, text]) => readText(schema, text).kind === "unspecified")
    .map(([side, text]) => ({ side, text }));
}
