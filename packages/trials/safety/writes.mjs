/** Requests that may change something, by method; asking for a token changes nothing of anybody's. */
export const isWrite = ({ method, operation }) =>
  !/^(GET|HEAD|OPTIONS)$/.test(method) && operation !== "issueServiceToken";

/** Those that the server carried out. */
export const isCarriedOut = (one) =>
  isWrite(one) && one.passed.some(({ method, status }) => method === one.method && status < 300);
