/**
 * Clients of the digest scheme that people use, each by the version that was tried. They are installed into a folder of the
 * trial and are no dependencies of the project; one is named after the public interface, which is not ours to rename.
 */
export const packages = {
  "mongodb-atlas-api-client": "4.19.0",
  "digest-fetch": "3.1.1",
  urllib: "4.9.1",
  "@mhoc/axios-digest-auth": "0.8.0",
  needle: "3.5.0",
};
