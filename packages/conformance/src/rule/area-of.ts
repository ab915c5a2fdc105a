/** The part of a requirement id before its first hyphen; operation requirements form one area. */
export function areaOf(id: string): string {
  const prefix = id.slice(0, id.indexOf("-"));
  if (/^OP\d+[a-z]*$/i.test(prefix)) return "OPS";
  return prefix === "PRETTY" ? "ENV" : prefix;
}
