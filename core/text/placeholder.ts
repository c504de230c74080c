/**
 * Recognizes placeholders in values: text that the author of a file meant to replace. Every language of the server uses
 * the same patterns. Source of the forms: shpwrck/openshift-confidential-containers@53ac22a
 * gitops/base/workloads/initdata.example.toml, redhat-cop/gitops-catalog@7727f24
 * sandboxed-containers-operator/operator/base/subscription.yaml.
 */

/**
 * Form of a placeholder. `fixed` text such as `<region>` or `CHANGEME` must be replaced manually. `variable`
 * (`${REGION}`) and `overlay` (`patch-me-see-overlays-dir`) are often replaced by a tool, such as `envsubst` or
 * kustomize.
 */
type PlaceholderForm = 'fixed' | 'variable' | 'overlay';

/** A placeholder in a text. */
export interface Placeholder {
  readonly form: PlaceholderForm;
  readonly text: string;
  /** Offset in the text. */
  readonly start: number;
}

/** Maximum length of a text to search, in characters. Longer values aren't settings. */
const maxLength = 2000;

const asterisks = /^\*{3,}$/;
const changeMe = /^CHANGE[ _-]?ME(?:[ _.!-].*)?$/i;
const fillIn = /^FILL(?:ME|IN)?(?:[ _.-].*)?$/;
const underscores = /^__[A-Z][A-Z0-9_]*__$/;
const angleBrackets = /^<[^<>]+>$/;
/** Matches a variable. A variable with a default, such as `${NAME:-value}`, isn't a placeholder and doesn't match. */
const variable = /^\$(?:[A-Za-z_]\w*|\{[A-Za-z_]\w*\})$/;
const overlay = /^patch-me(?:[ _.-].*)?$/i;

/** Matches fixed placeholders and variables inside a longer text, such as `https://<host>:8080`. */
const inside = /<[A-Za-z][^<>\r\n]*>|__[A-Z][A-Z0-9_]*__|\$\{[A-Za-z_]\w*\}|\$[A-Z][A-Z0-9_]+|\bCHANGE_?ME\b/;

/** Matches the parts of all placeholders, and escapes that YAML can replace with them. */
const sign = /[$<\\]|\*{3}|__|CHANGE|FILL|patch-me/i;

/**
 * Returns whether the values in the text of a YAML document might be placeholders. This quick check avoids searching
 * each value of other documents.
 */
export function mayContainPlaceholders(yaml: string): boolean {
  return sign.test(yaml);
}

/** Returns the form of a placeholder. Returns undefined for any other text. Ignores whitespace around it. */
export function findPlaceholderForm(text: string): PlaceholderForm | undefined {
  if (text.length > maxLength) return undefined;
  const trimmed = text.trim();
  switch (trimmed[0]) {
    case '$':
      return variable.test(trimmed) ? 'variable' : undefined;
    case '<':
      return angleBrackets.test(trimmed) ? 'fixed' : undefined;
    case '_':
      return underscores.test(trimmed) ? 'fixed' : undefined;
    default:
      return isReplacedLater(trimmed) ? (overlay.test(trimmed) ? 'overlay' : 'fixed') : undefined;
  }
}

/** Returns whether a text must be replaced manually, such as `<region>`, `__REGION__`, or `CHANGEME`. */
export function isPlaceholder(text: string): boolean {
  return findPlaceholderForm(text) === 'fixed';
}

/**
 * Returns whether the text is a placeholder without special syntax, so that its real value is unknown: `****`,
 * `CHANGEME`, `FILL_ME`, or `patch-me-see-overlays-dir`. This function is called for every value in a file, so it
 * checks the first character before it uses a regular expression.
 */
export function isReplacedLater(text: string): boolean {
  switch (text[0]) {
    case '*':
      return text.length <= maxLength && asterisks.test(text);
    case 'C':
    case 'c':
      return text.length <= maxLength && changeMe.test(text);
    case 'F':
      return text.length <= maxLength && fillIn.test(text);
    case 'P':
    case 'p':
      return text.length <= maxLength && overlay.test(text);
    default:
      return false;
  }
}

/** Returns the first placeholder in a text, or the text itself if it's a placeholder. */
export function findPlaceholderIn(text: string): Placeholder | undefined {
  const form = findPlaceholderForm(text);
  if (form !== undefined) {
    const trimmed = text.trim();
    return { form, text: trimmed, start: text.indexOf(trimmed) };
  }
  const found = text.length > maxLength ? null : inside.exec(text);
  return found === null
    ? undefined
    : { form: found[0].startsWith('$') ? 'variable' : 'fixed', text: found[0], start: found.index };
}
