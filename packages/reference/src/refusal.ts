/** Why the server does not carry out a request, in the form of the standard error body. Returned, never thrown. */
export class Refusal {
  readonly status: number;
  readonly errorCode: string;
  readonly detail: string;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, errorCode: string, detail: string, headers: Readonly<Record<string, string>> = {}) {
    this.status = status;
    this.errorCode = errorCode;
    this.detail = detail;
    this.headers = headers;
  }
}

/** A request that breaks a rule of its parameters or body. */
export function invalid(detail: string): Refusal {
  return new Refusal(400, "VALIDATION_ERROR", detail);
}

/** A 404 with the code of the missing kind of record, for example `ALERT_NOT_FOUND`. */
export function notFound(errorCode: string, detail: string): Refusal {
  return new Refusal(404, errorCode, detail);
}
