/** Recognizes values and files whose content is unknown, because a person or a tool replaces parts of them. */
import { findPlaceholderForm, findPlaceholderIn } from '#core/text/placeholder.ts';
import { templateExpressionPattern } from '../engine/yaml/parse/templateExpression.ts';

/**
 * Returns whether a value contains a template expression or a placeholder. The rule `placeholder-left-in` reports
 * placeholders.
 */
export function isUnknownValue(text: string): boolean {
  return findPlaceholderIn(text) !== undefined || templateExpressionPattern.test(text);
}

/** Returns whether a file of the document consists of a placeholder or of one template expression. */
export function isUnknownFile(text: string): boolean {
  return findPlaceholderForm(text) !== undefined || /^\s*\{\{[^{}]*\}\}\s*$/.test(text);
}
