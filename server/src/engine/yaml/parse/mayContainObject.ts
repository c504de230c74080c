/** Recognizes templates that might be objects of a known kind, although they can't be parsed. */
import { knownKinds } from '#core/kinds/index.ts';

const kinds: ReadonlySet<string> = new Set(knownKinds.map(({ kind }) => kind));
/** Kinds whose objects are in a list. */
const collections = /^(?:\w*List|Template|Kustomization|Component)$/;
/** Matches lines without content: comments, document markers, and lines of actions and statements. */
const noContent = /^[ \t]*(?:#.*|---.*|\{\{.*|\{%.*)?$/;
const kindLine = /^["']?kind["']?[ \t]*:[ \t]*["']?([^\s"'#]*)/;
const generator = /^(?:configMap|secret)Generator[ \t]*:/i;

/**
 * Returns whether a text might be an object of a known kind. The kind must be at the top level, as in files that `oc`
 * can apply. In other files, such as workflows of GitHub Actions and tasks of Ansible, objects aren't checked.
 */
export function mayContainObject(text: string): boolean {
  const lines = text.split(/\r\n?|\n/).filter((line) => !noContent.test(line));
  const least = lines.reduce((indent, line) => Math.min(indent, line.search(/\S/)), Infinity);
  return lines.some((line) => {
    const top = line.slice(least);
    if (generator.test(top)) return true;
    const kind = kindLine.exec(top)?.[1];
    return kind !== undefined && (kinds.has(kind) || collections.test(kind) || kind.includes('{{'));
  });
}
