/**
 * Prepares untrusted names for rows, lists, and prompts: escapes each invisible character, so that two names never look
 * alike. Pure.
 */
import { visible } from '#core/text/sanitize.ts';

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
    label: `${item.icon === undefined ? '' : `$(${item.icon}) `}${pickText(item.label)}`,
    ...(item.description === undefined ? {} : { description: pickText(item.description) }),
    ...(item.detail === undefined ? {} : { detail: pickText(item.detail) }),
  };
}

function pickText(text: string): string {
  return withoutIcons(visible(text));
}

/**
 * Returns the text so that quick picks and input boxes show `$(name)` as it is, not as an icon. Source: VS Code,
 * base/browser/ui/iconLabel/iconLabels.ts.
 */
export function withoutIcons(text: string): string {
  return text.replaceAll(/\$\((?=[a-z0-9-]+(?:~[a-z]+)?\))/gi, '\\$(');
}

/** Returns a file name for a document whose tab shows the name. Contains no separators of paths and URIs. */
export function tabName(name: string): string {
  return visible(name).replaceAll(/[\\/?#%]/g, '-');
}

/** Returns whether a typed text confirms a name: the name itself, or the name as the prompt shows it. */
export function confirmsName(typed: string, name: string): boolean {
  return typed === name || typed === visible(name);
}
