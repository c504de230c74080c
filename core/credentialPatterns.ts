/** What credentials look like, wherever they stand. Each pattern costs time that grows with the text alone. */

/** On one line. */
export const credentialPatterns: readonly RegExp[] = [
  // Authorization headers, and OpenShift's own tokens wherever they stand.
  /\b(?:Bearer|Basic)\s+[\w.~+/=-]{8,}/gi,
  /\bsha256~[\w-]{20,}/g,
  // JSON web tokens. From the beginning of a run of these characters only: elsewhere in it, each `-eyJ` would be a beginning that reads the whole run.
  /(?<![\w-])eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*/g,
];

/** A private key in PEM, over several lines. */
export const privateKeyPattern = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g;
