/**
 * The data folder cannot be used: the server cannot write to it, another server uses it, or it contains something else.
 */
export class UnusableFolderError extends Error {
  override readonly name = "UnusableFolderError";
  readonly folder: string;

  constructor(folder: string, cause: unknown) {
    super(`the data folder ${folder} cannot be used: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.folder = folder;
  }
}
