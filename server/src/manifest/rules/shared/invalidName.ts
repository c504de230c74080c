/** Describes names that the API server rejects. */
import * as l10n from '@vscode/l10n';
import { objectNameProblem } from '#core/kinds/objectName.ts';
import { findPlaceholderForm } from '#core/text/placeholder.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';

/**
 * Returns the message for a name that the API server rejects. Returns undefined if the name is valid, or if another
 * tool probably replaces a part of it.
 * @param kind kind of the named object, which determines the form of the name
 */
export function describeInvalidName(name: string, kind: string): string | undefined {
  const problem = name === '' ? l10n.t`it is empty` : objectNameProblem(name, kind);
  return problem === undefined || isVariable(name)
    ? undefined
    : l10n.t`The API server rejects the name "${sanitizeQuote(name, 60)}", because ${problem}.`;
}

/** Returns whether another tool probably replaces a part of the text, such as `$NAME`, `__NAME__`, or `POD_NAME`. */
export function isVariable(text: string): boolean {
  return findPlaceholderForm(text) !== undefined || /[<>{}$%@*]|__|\[\[|^[A-Z][A-Z0-9_]*$/.test(text);
}
