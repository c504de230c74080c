/** The way in: what takes credentials out of texts, values, and files. A bundle of its own (dist/redaction.js), which the others share. */
export type { Parsers } from './detect.ts';
export type { KnownValues, Stretch } from './knownValues.ts';
export { hidden, Redaction, redactText, type Redacted } from './redaction.ts';
export { TextStream, type Unfit } from './stream.ts';
export { redactValue } from './value.ts';
