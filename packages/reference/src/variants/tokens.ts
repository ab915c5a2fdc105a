import { fieldsOf } from "../rules/members.ts";
import type { Variant } from "./variant.ts";

/** Other statuses, windows and members of the token endpoint. */
export const tokenVariants: readonly Variant[] = [
  {
    id: "token-errors-400",
    text: "Every error of the token endpoint except rate_limited is answered 400.",
    change: ({ tokenErrorStatus }) => ({
      tokenErrorStatus: (error, status) => (error.error === "rate_limited" ? tokenErrorStatus(error, status) : 400),
    }),
  },
  {
    id: "token-errors-401",
    text: "access_denied and unsupported_grant_type are answered 401.",
    change: ({ tokenErrorStatus }) => ({
      tokenErrorStatus: (error, status) =>
        error.error === "access_denied" || error.error === "unsupported_grant_type"
          ? 401
          : tokenErrorStatus(error, status),
    }),
  },
  {
    id: "token-errors-403",
    text: "invalid_client is answered 403.",
    change: ({ tokenErrorStatus }) => ({
      tokenErrorStatus: (error, status) => (error.error === "invalid_client" ? 403 : tokenErrorStatus(error, status)),
    }),
  },
  {
    id: "token-window-fixed",
    text: "Token requests are counted in fixed windows, which begin 30 seconds after each full minute of the clock.",
    change: () => ({
      tokenWindow: (now, length) => {
        const from = now - ((now + length / 2) % length);
        return { from, until: () => from + length };
      },
    }),
  },
  {
    id: "token-limit-503",
    text: "rate_limited is answered 503.",
    change: ({ tokenErrorStatus }) => ({
      tokenErrorStatus: (error, status) => (error.error === "rate_limited" ? 503 : tokenErrorStatus(error, status)),
    }),
  },
  {
    id: "token-retry-after-date",
    text: "Retry-After is a date.",
    change: () => ({
      // One second more, because this form has no fractions and a caller must not come too early.
      retryAfter: (milliseconds) => new Date(Date.now() + milliseconds + 1_000).toUTCString(),
    }),
  },
  {
    id: "token-error-members",
    text: "Errors of the token endpoint carry error_uri, and an empty description.",
    change: ({ tokenError }) => ({
      tokenError: (error, status) => ({
        ...fieldsOf(tokenError(error, status)),
        error_description: "",
        error_uri: "https://example.net/errors",
      }),
    }),
  },
  {
    id: "token-more-members",
    text: "The answer with a token contains scope, and a short expires_in.",
    change: ({ tokenBody }) => ({
      tokenBody: (token, lifetime) => ({ scope: "", ...fieldsOf(tokenBody(token, Math.min(lifetime, 300))) }),
    }),
  },
];
