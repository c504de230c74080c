/** Evaluates `enable_annotations`, a list of regular expressions that match any part of an annotation's name. */

/** Maximum number of repetitions in an expression. More could take long on some names. */
const maxRepetitions = 4;

/**
 * Returns whether an entry of `enable_annotations` enables an annotation. Returns undefined if that is uncertain:
 * the two runtimes use other engines, whose expressions differ from those of JavaScript in rare cases.
 * @param name name without `io.katacontainers.config.hypervisor.`
 */
export function matchesAnnotation(entry: string, name: string): boolean | undefined {
  if (/^\w+$/.test(entry)) return name.includes(entry);
  const isUncertain =
    entry.length > 200 ||
    // A repeated group can take exponential time.
    /\)[*+?{]|\(\?|\\[^wdsWDS._-]|\[\[/.test(entry) ||
    (entry.match(/[*+?{]/g)?.length ?? 0) > maxRepetitions;
  if (isUncertain) return undefined;
  try {
    return new RegExp(entry).test(name);
  } catch {
    // The runtime can't read the expression either, so it enables nothing.
    return false;
  }
}
