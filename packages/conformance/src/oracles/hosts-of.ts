/**
 * The hosts of a connection string such as `engine://a.example.net:27017,b.example.net:27017/?tls=true`, in lower case;
 * empty if the value has another form.
 */
export function hostsOf(connectionString: unknown): readonly string[] {
  if (typeof connectionString !== "string") return [];
  const all = /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/]*@)?(?<hosts>[^/?]+)/i.exec(connectionString)?.groups?.["hosts"] ?? "";
  return all.split(",").flatMap((address) => /^[a-z0-9.-]+/i.exec(address)?.[0].toLowerCase() ?? []);
}
