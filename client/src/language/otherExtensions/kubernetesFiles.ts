/**
 * Determines the files whose Kubernetes objects the Red Hat YAML extension checks: `yaml.schemas` maps `kubernetes` to
 * them. Reads the patterns as that extension does. Source: redhat-developer/yaml-language-server@1.25.0
 * src/languageservice/services/yamlSchemaService.ts (FilePatternAssociation).
 */

/** Maximum number of patterns, and of characters and alternatives in a pattern. Workspaces can contain any pattern. */
const maxPatterns = 100;
const maxLength = 300;
const maxAlternatives = 50;

/** Returns the patterns of `yaml.schemas` for the schema `kubernetes`. */
export function kubernetesPatterns(schemas: unknown): readonly string[] {
  if (typeof schemas !== 'object' || schemas === null) return [];
  return Object.entries(schemas)
    .filter(([schema]) => schema.trim().toLowerCase() === 'kubernetes')
    .flatMap(([, files]: [string, unknown]): readonly unknown[] => (Array.isArray(files) ? files : [files]))
    .filter((pattern) => typeof pattern === 'string')
    .slice(0, maxPatterns);
}

/**
 * Returns whether the patterns match a file.
 * @param path path of the file with slashes
 */
export function matchesPatterns(patterns: readonly string[], path: string): boolean {
  const folders = path.split('/').filter((name) => name !== '');
  const isMatch = (all: readonly string[]) =>
    all.some((pattern) => listAlternatives(pattern).some((one) => matchesEnd(one.split('/'), folders)));
  const negative = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
  return isMatch(patterns.filter((pattern) => !pattern.startsWith('!'))) && !isMatch(negative);
}

/** Replaces `{a,b}`. Returns nothing for syntax that this function doesn't know, so that no finding disappears. */
function listAlternatives(pattern: string): readonly string[] {
  const relative = pattern.replace(/^\//, '');
  if (relative === '' || relative.length > maxLength || /[()[\]\\+@!]/.test(relative)) return [];
  let all: readonly string[] = [''];
  for (const part of relative.split(/(\{[^{}]*\})/)) {
    const options = part.startsWith('{') ? part.slice(1, -1).split(',') : [part];
    all = all.flatMap((start) => options.map((option) => start + option));
    if (all.length > maxAlternatives) return [];
  }
  return all.some((one) => /[{}]/.test(one)) ? [] : all;
}

/** Returns whether the last names of a path match a pattern. `**` matches any number of names. */
function matchesEnd(pattern: readonly string[], names: readonly string[]): boolean {
  // The numbers of names that the parts of the pattern so far can match, from any folder.
  let ends = new Set(Array.from({ length: names.length + 1 }, (_, index) => index));
  for (const part of pattern) {
    const next = new Set<number>();
    const first = Math.min(...ends);
    for (let index = 0; index <= names.length; index += 1) {
      const name = names[index - 1];
      const isAny = part === '**' && index >= first;
      if (isAny || (part !== '**' && name !== undefined && ends.has(index - 1) && matchesName(part, name)))
        next.add(index);
    }
    ends = next;
  }
  return ends.has(names.length);
}

/** Returns whether a name matches a pattern with `*` and `?`. Takes at most the product of both lengths. */
function matchesName(pattern: string, name: string): boolean {
  let [inPattern, inName, star, afterStar] = [0, 0, -1, 0];
  while (inName < name.length) {
    if (pattern[inPattern] === '*') {
      star = inPattern;
      afterStar = inName;
      inPattern += 1;
    } else if (pattern[inPattern] === '?' || pattern[inPattern] === name[inName]) {
      inPattern += 1;
      inName += 1;
    } else if (star !== -1) {
      afterStar += 1;
      inName = afterStar;
      inPattern = star + 1;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(inPattern));
}
