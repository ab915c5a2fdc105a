/** Requests that may change something, by method; asking for a token changes nothing of anybody's. */
export const isWrite = ({ method, operation }) =>
  !/^(GET|HEAD|OPTIONS)$/.test(method) && operation !== "issueServiceToken";
