/**
 * Popular clients of the digest scheme, each in the tested version. They are installed into a temporary folder and are
 * not dependencies of the project. One is named after the public interface, which is the name of its package.
 */
export const packages = {
  "mongodb-atlas-api-client": "4.19.0",
  "digest-fetch": "3.1.1",
  urllib: "4.9.1",
  "@mhoc/axios-digest-auth": "0.8.0",
  needle: "3.5.0",
};
