/**
 * Prepares untrusted names for rows, lists, and prompts. Escapes invisible characters, so that two different names
 * never look alike. All functions are pure.
 */
import { sanitizeLabel, sanitizePickText } from '#core/text/sanitize.ts';

/** The texts of a quick pick item. */
interface PickTexts {
  readonly label: string;
  /** The icon before the label. */
  readonly icon?: string;
  readonly description?: string;
  readonly detail?: string;
}

/** Returns the item with escaped texts. Keeps all other fields. */
export function visibleItem<T extends PickTexts>(item: T): T {
  return {
    ...item,
    label: `${item.icon === undefined ? '' : `$(${item.icon}) `}${sanitizePickText(item.label)}`,
    ...(item.description === undefined ? {} : { description: sanitizePickText(item.description) }),
    ...(item.detail === undefined ? {} : { detail: sanitizePickText(item.detail) }),
  };
}

/** Returns a file name for a document whose tab shows the name. Contains no path or URI separators. */
export function tabName(name: string): string {
  return sanitizeLabel(name).replaceAll(/[\\/?#%]/g, '-');
}

/** Returns whether a typed text confirms a name. Accepts the name itself and the form that the prompt shows. */
export function confirmsName(typed: string, name: string): boolean {
  return typed === name || typed === sanitizeLabel(name);
}
