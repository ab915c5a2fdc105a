/** Requests that may change records, by method; requesting a token changes none. */
export const isWrite = ({ method, operation }) =>
  !/^(GET|HEAD|OPTIONS)$/.test(method) && operation !== "issueServiceToken";

/** Writes that the server carried out. */
export const isCarriedOut = (one) =>
  isWrite(one) && one.passed.some(({ method, status }) => method === one.method && status < 300);
