const DATE = String.raw`\d{4}-\d\d-\d\d`;
const TIME = String.raw`\d\d:\d\d:\d\d`;

/** Notations that nearly have a format, or that are rarely considered. */
export const OF_FORMATS = {
  "date-time": {
    "fraction of a second": new RegExp(`^${DATE}T${TIME}\\.\\d+Z$`),
    "29 February of a leap year": /^\d{4}-02-29T/,
    "date alone": new RegExp(`^${DATE}$`),
    "no zone": new RegExp(`^${DATE}T${TIME}$`),
    "a space for T": new RegExp(`^${DATE} ${TIME}`),
    "an offset": new RegExp(`^${DATE}T${TIME}[+-]\\d\\d:\\d\\d$`),
    "second 60": /:60Z$/,
    "hour 24": /T24:/,
    "30 February": /-02-30T/,
    "month 13": /^\d{4}-13-/,
    empty: /^$/,
  },
  email: {
    "no domain": /^[^@]+@$/,
    "no @": /^[^@]+$/,
    "two @": /@.*@/,
    "nothing before @": /^@/,
    "two dots": /\.\..*@/,
    "a plus sign": /^[^@]+\+[^@]+@[^@]+$/,
    empty: /^$/,
  },
  uri: { "no scheme": /^(\/\/|[a-z]+\.)/, "a space inside": /\S \S/, empty: /^$/ },
  ipv4: {
    lowest: /^0\.0\.0\.0$/,
    highest: /^255\.255\.255\.255$/,
    "octet 256": /\b256\b/,
    "three octets": /^\d+\.\d+\.\d+$/,
    "five octets": /^(\d+\.){4}\d+$/,
    "octets with zeros": /(^|\.)0\d/,
    IPv6: /:.*:/,
    "a prefix length": /\/\d+$/,
    "a port": /^[\d.]+:\d+$/,
    "two addresses": /,/,
    empty: /^$/,
  },
};

/**
 * Notations of a parameter besides the canonical one, which every server reads; no server reads those that are
 * `beyond`.
 */
export const OF_PARAMETERS = {
  integer: {
    "a fraction": ["beyond", /^-?\d+\.\d*[1-9]\d*$/],
    "a word": ["beyond", /^[a-z]+$/i],
    "a point and a zero": ["near", /^-?\d+\.0+$/],
    "an exponent": ["near", /^\d+e\d+$/i],
    "a plus sign": ["near", /^\+\d+$/],
    "a leading zero": ["near", /^0\d+$/],
    "hexadecimal digits": ["near", /^0x/i],
    "full-width digits": ["near", /^[\uff10-\uff19]+$/],
    "another script's digits": ["near", /^[\u0660-\u0669\u0966-\u096f]+$/],
    "space before": ["near", /^ \d+ ?$/],
    "space after": ["near", /^ ?\d+ $/],
    "line break after": ["near", /^\d+\n$/],
    empty: ["near", /^$/],
  },
  boolean: {
    "a word": ["near", /^(?!(true|false|yes|no|on|off|t|f|y|n)$)[a-z]+$/i],
    "another letter case": ["near", /^(TRUE|FALSE|True|False)$/],
    "a digit": ["near", /^[01]$/],
    "a number": ["near", /^[2-9]\d*$/],
    "yes or no": ["near", /^(yes|no|on|off|[tfyn])$/i],
    "space before": ["near", /^ (true|false) ?$/],
    "space after": ["near", /^ ?(true|false) $/],
    "line break after": ["near", /^(true|false)\n$/],
    "full-width characters": ["near", /[\uff10-\uff5a]/],
    empty: ["near", /^$/],
  },
};

/** Characters by their plane, or by their number of bytes in UTF-8. */
export const PLANES = {
  "two-byte letters": /^[\u0080-\u07ff]+$/u,
  "three-byte letters": /^[\u0800-\uffff]+$/u,
  "the second plane": /^[\u{10000}-\u{1ffff}]+$/u,
  "a higher plane": /^[\u{20000}-\u{10ffff}]+$/u,
};

/** Names with a meaning in the languages in which servers are written. */
export const RESERVED = ["__proto__", "constructor", "toString"];
