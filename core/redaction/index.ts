/** Exports the redaction of text, values, and files. */
export type { Parsers } from './detectCredentials.ts';
export type { KnownValues, Stretch } from './knownValues.ts';
export { hidden } from './hidden.ts';
export { quoteHidden } from './repair/quoteHidden.ts';
export { Redaction, redactAndCount, redactText, type Redacted } from './redaction.ts';
export { TextStream, type Unfit } from './textStream.ts';
export { redactValue } from './redactValue.ts';
