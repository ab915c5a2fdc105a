export async function main(args: readonly string[]): Promise<number> {
  return args.length;
}
