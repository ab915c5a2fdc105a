export interface Said {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

export interface Broken {
  readonly pointer: string;
  readonly keyword: string;
  readonly text: string;
}

export interface Strict {
  judge(said: Said): Promise<"elsewhere" | readonly Broken[]>;
  close(): void;
}

export function openStrict(document: object): Promise<Strict>;
export function wrongWith(document: object): Promise<readonly Broken[]>;
